// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// SWC1: the energy and momentum conserving algorithm of Simo and Wong, ALGO_C1
// [Simo & Wong 1991; Krysl 2006, section 4; Romero 2008, appendix A]
//
//   psi = (h/2) (w1 + w0),   w = I^-1 Pi                                           (a)
//   R1  = R0 exp(psi)                                                              (b)
//   Pi1 = exp(-psi) Pi0 + h exp(-psi/2) T(t0 + h/2, R0 exp(psi/2))                 (c) solved for x = Pi1
//
// A torque that depends on the momentum is taken at (Pi0 + Pi1) / 2.
namespace polhode {

struct Swc1 : SelfStarting {
  static constexpr MethodInfo info{.id = "swc1",
                                   .label = "SWC1",
                                   .source = "Simo & Wong 1991; Krysl 2006, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto w0 = body.Omega(Pi0);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto E = exp((g / 4) * (w0 + body.Omega(x)));  // (a), halved
      return x - rotate_back(E, rotate_back(E, Pi0) + g * body.torque(t0 + g / 2, R0 * E, 0.5 * (Pi0 + x)));  // (c)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R0 * exp((h / 2) * (w0 + body.Omega(x)))};  // (b)
  }
};

}  // namespace polhode
