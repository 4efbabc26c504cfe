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
  static constexpr std::string_view value{text.data(), text.size()};
};

}  // namespace polhode
