// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"

// FEM: forward Euler in momentum form
// [Krysl 2006, section 3.6]
//
//   R1 = R0 exp(h w0),   Pi1 = exp(-h w0) (Pi0 + h T0)
namespace polhode {

struct ForwardEulerM : SelfStarting {
  static constexpr MethodInfo info{.id = "forward-euler-m",
                                   .label = "FEM",
                                   .aliases = {},
                                   .source = "Krysl 2006, sec. 3.6",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally&) {
    const auto& [Pi0, R0] = s0;
    const auto E = exp(h * body.Omega(Pi0));
    return {inverse(E) * (Pi0 + h * body.torque(t0, R0)), R0 * E};
  }
};

}  // namespace polhode
