// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// BEM: backward Euler in momentum form
// [Krysl 2006, section 3.6, equations (19)]
//
//   R1  = R0 exp(psi),   psi = h w1,   w1 = I^-1 Pi1                               (19b)
//   Pi1 = exp(-psi) (Pi0 + h exp(psi) T1),   T1 = T(t1, R1)                        (19a) solved for x = Pi1
//
// Departures: exp(-psi) exp(psi) = 1 is used.
namespace polhode {

struct BackwardEulerM : SelfStarting {
  static constexpr MethodInfo info{.id = "backward-euler-m",
                                   .label = "BEM",
                                   .source = "Krysl 2006, sec. 3.6, eqs. (19)",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, 2 * g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto E = exp(g * body.Omega(x));                                // (19b)
      return x - rotate_back(E, Pi0) - g * body.torque(t0 + g, R0 * E, x);  // (19a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R0 * exp(h * body.Omega(x))};  // (19b)
  }
};

}  // namespace polhode
