// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace polhode {

/// An int as the extent of an array: compilers that warn of signs are told that it is meant.
constexpr std::size_t extent(int n) {
  return static_cast<std::size_t>(n);
}

/// n elements, as std::array has them. Its extent and its indices may be ints, which std::array's are not.
template <class T, int n>
struct Array {
  T c[extent(n)];

  template <class Index>
  constexpr T& operator[](Index i) {
    return c[i];
  }
  template <class Index>
  constexpr const T& operator[](Index i) const {
    return c[i];
  }
  constexpr T* begin() { return c; }
  constexpr const T* begin() const { return c; }
  constexpr T* end() { return c + n; }
  constexpr const T* end() const { return c + n; }
};

}  // namespace polhode
