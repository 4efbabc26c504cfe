// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// BBTRAP: the trapezoidal rule of Bottasso and Borri, with dexp^-1 truncated
// [Bottasso & Borri 1998; Krysl 2006, section 4]
//
//   psi = (h/2) (w0 + w1),   w = I^-1 Pi                                           (a)
//   R1  = R0 exp(psi)                                                              (b)
//   Pi1 = exp(-psi) (Pi0 + (h/2) T0) + (h/2) T(t1, R1)                             (c) solved for x = Pi1
namespace polhode {

struct Bbtrap : SelfStarting {
  static constexpr MethodInfo info{.id = "bbtrap",
                                   .label = "BBTRAP",
                                   .source = "Bottasso & Borri 1998; Krysl 2006, sec. 4",
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
      const auto E = exp((g / 2) * (w0 + body.Omega(x)));                                        // (a)
      return x - rotate_back(E, Pi0 + (g / 2) * T0) - (g / 2) * body.torque(t0 + g, R0 * E, x);  // (c)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R0 * exp((h / 2) * (w0 + body.Omega(x)))};  // (b)
  }
};

}  // namespace polhode
