// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// Symplectic Euler on a vector space: impulse at the end
// [Krysl 2004, section 2]
//
//   u1 = u0 + h M^-1 p0                                                            (a)
//   p1 = p0 + h f(t1, u1)                                                          (b)
namespace polhode {

struct VsSymplecticEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-symplectic-euler",
                                   .label = "symplectic Euler",
                                   .source = "Krysl 2004, sec. 2",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [u0, p0] = s0;
    const auto u1 = u0 + h * problem.velocity(p0);     // (a)
    return {u1, p0 + h * problem.torque(t0 + h, u1)};  // (b)
  }
};

}  // namespace polhode
