// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <variant>

#include "core/stepping/body.hpp"

namespace polhode {

/// Any problem, in one scalar.
template <class T>
using AnyProblem = std::variant<FreeBody<T>, TorquedBody<T>, Director<T>, Particles<T>>;

/// What is said of a problem of the papers.
struct ProblemInfo {
  std::string_view id, title, source;
};

}  // namespace polhode
