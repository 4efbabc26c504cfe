// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/newton_gyro.hpp"

// MuJoCo implicit: forces linearised in the velocity, one Newton iteration of implicit Euler
// [reimplements MuJoCo, `implicit`, and `implicitfast` since 3.11: src/engine/engine_forward.c, mj_implicit;
// engine_derivative.c]
//
//   N(w0) (w1 - w0) = h (I w0 x w0 + T0)                                                          (a)
//   R1              = R0 exp(h w1)                                                                (b)
//   N(w)            = I + h (hat(w) I - hat(I w))                          (family/newton_gyro.hpp)
//
// Departures: written for Pi = I w.
namespace polhode {

struct MujocoImplicit : SelfStarting {
  static constexpr MethodInfo info{.id = "mujoco-implicit",
                                   .label = "MuJoCo implicit",
                                   .source = "MuJoCo 3.12, src/engine/engine_forward.c, mj_implicit",
                                   .reimplements = "MuJoCo implicit; implicitfast since 3.11",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto Pi1 =
        Pi0 + newton_gyro(body, Pi0, h, h * (cross(Pi0, body.Omega(Pi0)) + body.torque(t0, R0, Pi0)));  // (a)
    return {Pi1, R0 * exp(h * body.Omega(Pi1))};                                                        // (b)
  }
};

}  // namespace polhode
