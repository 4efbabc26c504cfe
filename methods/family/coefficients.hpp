// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/geometry/array.hpp"
#include "core/geometry/real.hpp"

/// Published coefficients, for any scalar.
namespace polhode {

/// The number given by decimal digits, to the precision of T. The digits are not checked.
template <class T>
T decimal(std::string_view digits) {
  if constexpr (std::is_floating_point_v<T> || is_double<T>) {
    std::conditional_t<is_double<T>, double, T> x = 0;
    const char* const end = digits.data() + digits.size();
    if constexpr (requires { std::from_chars(digits.data(), end, x); })
      std::from_chars(digits.data(), end, x);
    else  // libc++ before LLVM 20; no number of the tree is rounded otherwise for being rounded twice
      x = static_cast<decltype(x)>(std::strtold(std::string(digits).c_str(), nullptr));
    return T(x);
  } else if constexpr (std::is_constructible_v<T, const char*>) {
    return T(std::string(digits).c_str());
  } else {
    return T(
        decimal<std::remove_cvref_t<decltype(T().value)>>(digits));  // of a number that carries more than its value
  }
}

/// n symmetric shares of a step that sum up to 1. The digits are those of the first ones; the middle one, or the middle
/// pair, is computed from them, so that the sum is 1 in any arithmetic.
template <int n, class T, class... Digits>
requires(sizeof...(Digits) == (n - 1) / 2) std::array<T, extent(n)> palindrome(const Digits&... digits) {
  std::array<T, extent(n)> shares{decimal<T>(digits)...};
  T rest(1);
  for (std::size_t i = 0; i < sizeof...(digits); ++i) rest -= 2 * shares[i], shares[n - 1 - i] = shares[i];
  if constexpr (n % 2 == 1)
    shares[n / 2] = rest;
  else
    shares[n / 2 - 1] = shares[n / 2] = rest / 2;
  return shares;
}

}  // namespace polhode
