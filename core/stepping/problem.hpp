// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <variant>

#include "core/stepping/body.hpp"

namespace polhode {

/// Any problem, in one scalar.
template <class T>
using AnyProblem = std::variant<FreeBody<T>, TorquedBody<T>, Director<T>, Particles<T>>;

/// Any problem of a file: those, and bodies whose torque depends on the momentum.
template <class T>
using AnyGiven = std::variant<FreeBody<T>, TorquedBody<T>, DrivenBody<T>, Director<T>, Particles<T>>;

/// What is said of a problem of the papers.
struct ProblemInfo {
  std::string_view id, title, source;
};

}  // namespace polhode
