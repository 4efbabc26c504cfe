// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// FEM: forward Euler in momentum form
// [Krysl 2006, section 3.6, equations (18)]
//
//   Pi1 = exp(-psi) (Pi0 + h T0)                                                   (18a)
//   R1  = R0 exp(psi),   psi = h I^-1 Pi0                                          (18b)
namespace polhode {

struct ForwardEulerM : SelfStarting {
  static constexpr MethodInfo info{.id = "forward-euler-m",
                                   .label = "FEM",
                                   .source = "Krysl 2006, sec. 3.6, eqs. (18)",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto E = exp(h * body.Omega(Pi0));                             // (18b)
    const auto Pi1 = inverse(E) * (Pi0 + h * body.torque(t0, R0, Pi0));  // (18a)
    return {Pi1, R0 * E};                                                // (18b)
  }
};

}  // namespace polhode
