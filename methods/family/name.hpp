// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace polhode {

/// An id made of parts, at compile time: Joined<a, b>::value.
template <const std::string_view&... parts>
struct Joined {
  static constexpr auto text = [] {
    std::array<char, (parts.size() + ...)> t{};
    std::size_t n = 0;
    for (const auto part : {parts...})
      for (const char c : part) t[n++] = c;
    return t;
  }();
  static constexpr std::string_view value{text.data(), text.size()};  ///< the parts in a row
};

/// The id of a method, for Joined.
template <class M>
inline constexpr std::string_view id_of = M::info.id;
/// The name of M in tables and pictures.
template <class M>
inline constexpr std::string_view label_of = M::info.label;

/// The number n as text: "1" to "99".
template <int n>
inline constexpr auto digits_of = std::array<char, 2>{n < 10 ? char('0' + n) : char('0' + n / 10), char('0' + n % 10)};
/// The decimal digits of n.
template <int n>
inline constexpr std::string_view digits{digits_of<n>.data(), n < 10 ? 1 : 2};

}  // namespace polhode
