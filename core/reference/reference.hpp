// SPDX-License-Identifier: MIT
#pragma once

#include "core/reference/driven_body.hpp"
#include "core/reference/free_body.hpp"
#include "core/reference/lagrange_top.hpp"
#include "core/reference/of_problem.hpp"
#include "core/reference/torqued_body.hpp"

/// The best state known at t0 + time: exact if there is a closed form, else converged. The choice is made here only.
namespace polhode::reference {

/// Kind of the reference of a problem.
template <class T>
Origin origin(const FreeBody<T>&) {
  return Origin::exact;
}
template <class T>
Origin origin(const TorquedBody<T>& body) {
  if (body.in_double()) return Origin::converged_in_double;
  const bool exact = body.momentum_torques.size > 0 ? closed_driven_form(body).has_value()
                                                    : lagrange_top(body) || closed_form(body, T(0));
  return exact ? Origin::exact : Origin::converged;
}
template <class T>
Origin origin(const Director<T>& director) {
  return is_pendulum(director) ? Origin::exact : Origin::converged;
}
template <class T>
Origin origin(const Particles<T>&) {
  return Origin::converged;
}

/// The state after `time` from t0 of a problem whose reference is exact, for T = float128 (computed in 50 digits,
/// judged in 100) and T = float100 (computed in 100 digits, judged by the errors of half of them). The error is at
/// least rounding times the angle travelled. `watch` receives the progress of slow motions.
template <class P, class T>
Estimated<typename P::State, T> exact(const P& problem, const T& time, const T& t0 = T(0), const Watch& watch = {});

/// The reference state with its error, for T = float128. `watch` receives the progress of a converged one.
template <class P, class T>
auto at(const P& problem, const T& t0, const T& time, const Watch& watch = {}) {
  if constexpr (std::is_same_v<P, FreeBody<T>>)
    return exact(problem, time, t0);
  else if constexpr (std::is_same_v<P, Particles<T>>)
    return converged(problem, t0, time, watch);
  else
    return origin(problem) == Origin::exact ? exact(problem, time, t0, watch) : converged(problem, t0, time, watch);
}

}  // namespace polhode::reference
