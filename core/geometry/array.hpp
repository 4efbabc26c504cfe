// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace polhode {

/// An int as the extent of an array, without the compiler's warning about signs.
constexpr std::size_t extent(int n) {
  return static_cast<std::size_t>(n);
}

/// An array of n elements like std::array, except that its extent and indices may be ints.
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
