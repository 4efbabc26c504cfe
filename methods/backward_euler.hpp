// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// BE: backward Euler in differential form
// [Krysl 2006, section 3.2, equations (12)]
//
//   R1  = R0 exp(h w1),   w1 = I^-1 Pi1                                            (12b)
//   Pi1 = Pi0 - h w1 x Pi1 + h T(t1, R1)                                           (12a) solved for x = Pi1
namespace polhode {

struct BackwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "backward-euler",
                                   .label = "BE",
                                   .source = "Krysl 2006, sec. 3.2, eqs. (12)",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return 0.5 * (Pi0 + predictor(body, Pi0, T0, 2 * g, 2 * g)); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto w1 = body.Omega(x);
      const auto R1 = R0 * exp(g * w1);                                    // (12b)
      return x - Pi0 + g * cross(w1, x) - g * body.torque(t0 + g, R1, x);  // (12a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R0 * exp(h * body.Omega(x))};  // (12b)
  }
};

}  // namespace polhode
