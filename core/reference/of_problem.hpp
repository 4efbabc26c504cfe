// SPDX-License-Identifier: MIT
#pragma once

#include "core/problem/problem.hpp"
#include "core/reference/converged.hpp"

/// References of problems as values, for T = float128; `origin` and `exact` for float100, too. A program knows those of
/// free bodies, and of the kinds that it links besides (CMakeLists.txt).
namespace polhode::reference {

/// Kind of the reference of a problem.
template <class T>
Origin origin(const Problem<T>& problem);
/// See reference.hpp.
template <class T>
Estimated<State<T>, T> exact(const Problem<T>& problem, const T& time, const T& t0 = T(0), const Watch& watch = {});
template <class T>
Estimated<State<T>, T> at(const Problem<T>& problem, const T& t0, const T& time, const Watch& watch = {});
/// See converged.hpp.
template <class T>
double shortest_feature(const Problem<T>& problem, double time) {
  return problem.as([&](const auto& p) { return shortest_feature(p, time); });
}

}  // namespace polhode::reference
