// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// Forward Euler on a vector space
// [Krysl 2006, section 2, equations (2)]
//
//   p1 = p0 + h f(t0, u0)                                                          (2a)
//   u1 = u0 + h M^-1 p0                                                            (2b)
namespace polhode {

struct VsForwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-forward-euler",
                                   .label = "forward Euler",
                                   .source = "Krysl 2006, sec. 2, eqs. (2)",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [u0, p0] = s0;
    const auto p1 = p0 + h * problem.torque(t0, u0);  // (2a)
    return {u0 + h * problem.velocity(p0), p1};       // (2b)
  }
};

}  // namespace polhode
