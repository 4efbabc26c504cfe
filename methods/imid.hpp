// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// IMID: implicit midpoint rule in differential form = FE(h/2) o BE(h/2)
// [Krysl 2006, section 3.4]
//
//   T_m = T(t0 + h/2, R0 exp((h/2) w)),   w = I^-1 x                               (a)
//   x   = Pi0 - (h/2) w × x + (h/2) T_m           x: momentum at the midpoint      (b) solved
//   R1  = R0 exp(h w)                                                              (c)
//   Pi1 = Pi0 - h w × x + h T_m = 2 x - Pi0                                        (d)
//
// Departures: the midpoint time is printed as t_n + h/2, it is t_{n-1} + h/2; a bar is missing after (15).
namespace polhode {

struct Imid : SelfStarting {
  static constexpr MethodInfo info{.id = "imid",
                                   .label = "IMID",
                                   .source = "Krysl 2006, sec. 3.4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .energy = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return 0.5 * (Pi0 + predictor(body, Pi0, T0, g, g)); };
    const auto residual = [&](const auto& x, const T& g) {
      const T half = g / 2;
      const auto w = body.Omega(x);
      const auto T_m = body.torque(t0 + half, R0 * exp(half * w), x);  // (a)
      return x - Pi0 + half * cross(w, x) - half * T_m;                // (b)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x + (x - Pi0), R0 * exp(h * body.Omega(x))};  // (d), (c)
  }
};

}  // namespace polhode
