// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// SIE: the semi-implicit ("symplectic") Euler rule on body rates
// [reimplements MuJoCo, `Euler`: src/engine/engine_forward.c, mj_Euler and mj_advance; engine_util_spatial.c,
// quatIntegrate. Bullet with its flag "explicit"]
//
//   w1 = w0 + h I^-1 (I w0 x w0 + T0)                                                             (a)
//   R1 = R0 exp(h w1)                                                                             (b)
//
// Departures: written for Pi = I w. Bullet cuts |w x I w| at 100 in the user's units, which is left out.
namespace polhode {

struct SemiImplicitEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "semi-implicit-euler",
                                   .label = "SIE",
                                   .source = "MuJoCo 3.12, src/engine/engine_forward.c, mj_Euler",
                                   .reimplements = "MuJoCo Euler; Bullet, explicit gyroscopic term",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto Pi1 = Pi0 + h * (cross(Pi0, body.Omega(Pi0)) + body.torque(t0, R0, Pi0));  // (a)
    return {Pi1, R0 * exp(h * body.Omega(Pi1))};                                          // (b)
  }
};

}  // namespace polhode
