// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// Lacoursiere 2006: the gyroscopic term implicit in the velocity, with the momentum of the start
// [C. Lacoursiere, Stabilizing gyroscopic forces in rigid multibody simulations, report UMINF 06, 2006; reimplements
// ODE, ode/src/step.cpp, quickstep.cpp, util.cpp]
//
//   (I - h hat(Pi0)) w* = Pi0                                                                     (a)
//   w1                  = w* + h I^-1 T0                                                          (b)
//   R1                  = R0 cay(h w1)                                                            (c)
//
// so I (w* - w0) = -h w* x Pi0. The determinant is at least that of I.
// Departures: the formula is ODE's, the report was not at hand. The attitude is ODE's default; its "finite" rotation
// is exp.
namespace polhode {

struct Lacoursiere : SelfStarting {
  static constexpr MethodInfo info{.id = "lacoursiere",
                                   .label = "Lacoursiere 2006",
                                   .source = "Lacoursiere, report UMINF 06, 2006; ODE, ode/src/step.cpp",
                                   .reimplements = "ODE",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto& I = body.I.moments;
    const auto A = Diagonal<T>{I[0], I[1], I[2]} - h * hat(Pi0);
    const auto w = solve_linear(A, Pi0);                               // (a)
    const auto Pi1 = body.momentum(w) + h * body.torque(t0, R0, Pi0);  // (b)
    return {Pi1, R0 * cay(h * body.Omega(Pi1))};                       // (c)
  }
};

}  // namespace polhode
