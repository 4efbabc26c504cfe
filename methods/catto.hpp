// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/newton_gyro.hpp"

// Catto 2015: the gyroscopic term by one Newton iteration of implicit Euler, after the torque
// [E. Catto, Numerical Methods, GDC 2015; reimplements Box3D, src/solver.c; bepuphysics2, mode 2]
//
//   w*   = w0 + h I^-1 T0                                                                         (a)
//   w1   = w* + N(w*)^-1 h (I w* x w*)                                                            (b)
//   R1   = R0 cay(h w1)                                                                           (c)
//   N(w) = I + h (hat(w) I - hat(I w))                                     (family/newton_gyro.hpp)
//
// Departures: written for Pi = I w. "q += (h/2) q w, then normalise" is cay.
namespace polhode {

struct Catto : SelfStarting {
  static constexpr MethodInfo info{.id = "catto",
                                   .label = "Catto 2015",
                                   .source = "Catto, Numerical Methods, GDC 2015",
                                   .reimplements = "Box3D; bepuphysics2, mode 2",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto Pi = Pi0 + h * body.torque(t0, R0, Pi0);                             // (a)
    const auto Pi1 = Pi + newton_gyro(body, Pi, h, h * cross(Pi, body.Omega(Pi)));  // (b)
    return {Pi1, R0 * cay(h * body.Omega(Pi1))};                                    // (c)
  }
};

}  // namespace polhode
