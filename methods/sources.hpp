// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "core/stepping/method.hpp"

namespace polhode {

/// Where a method of the roster stands.
struct MethodSource {
  std::string_view type;                  ///< its name in C++
  std::vector<std::string_view> headers;  ///< to include, its own first
  std::string_view box;                   ///< the algorithm and its citation, as they stand on top of its header
};

/// Of a method of the roster; null for one of a plug-in or an engine.
const MethodSource* source_of(const MethodInfo& method);

}  // namespace polhode
