// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// FE: forward Euler in differential form
// [Krysl 2006, section 3.2, equations (11)]
//
//   Pi1 = Pi0 + h (-w0 x Pi0 + T0),   w0 = I^-1 Pi0                                (11a)
//   R1  = R0 exp(h w0)                                                             (11b)
namespace polhode {

struct ForwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "forward-euler",
                                   .label = "FE",
                                   .source = "Krysl 2006, sec. 3.2, eqs. (11)",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto w0 = body.Omega(Pi0);
    const auto Pi1 = Pi0 + h * (cross(Pi0, w0) + body.torque(t0, R0, Pi0));  // (11a)
    return {Pi1, R0 * exp(h * w0)};                                          // (11b)
  }
};

}  // namespace polhode
