// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// Adjoint of the symplectic Euler method on a vector space: impulse at the beginning
// [Krysl 2004, section 2]
//
//   p1 = p0 + h f(t0, u0)                                                          (a)
//   u1 = u0 + h M^-1 p1                                                            (b)
namespace polhode {

struct VsSymplecticEulerAdjoint : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-symplectic-euler-adjoint",
                                   .label = "adjoint symplectic Euler",
                                   .source = "Krysl 2004, sec. 2",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [u0, p0] = s0;
    const auto p1 = p0 + h * problem.torque(t0, u0);  // (a)
    return {u0 + h * problem.velocity(p1), p1};       // (b)
  }
};

}  // namespace polhode
