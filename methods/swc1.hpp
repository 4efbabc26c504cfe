// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// SWC1: the energy and momentum conserving algorithm of Simo and Wong, ALGO_C1
// [Simo & Wong 1991; Krysl 2006, section 4; Romero 2008, section 4]
//
//   psi = (h/2) (w0 + w1),   R1 = R0 exp(psi)
//   Pi1 = exp(-psi) Pi0 + h exp(-psi/2) T(t0 + h/2, R0 exp(psi/2))              x = Pi1 is solved for
namespace polhode {

struct Swc1 : SelfStarting {
  static constexpr MethodInfo info{.id = "swc1",
                                   .label = "SWC1",
                                   .aliases = {},
                                   .source = "Simo & Wong 1991; Krysl 2006, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const auto T0 = body.torque(t0, R0);
    const auto w0 = body.Omega(Pi0);
    const auto guess = [&](const T& h) { return coast(body, Pi0, T0, h, h); };
    const auto residual = [&](const auto& x, const T& h) {
      const auto E = exp((h / T(4)) * (w0 + body.Omega(x)));  // exp(psi/2)
      return x - rotate_back(E, rotate_back(E, Pi0) + h * body.torque(T(t0 + h / T(2)), R0 * E));
    };
    const auto x = solve(h, guess, residual, tally);
    return {x, R0 * exp((h / T(2)) * (w0 + body.Omega(x)))};
  }
};

}  // namespace polhode
