// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// Midpoint rule of Austin, Krishnaprasad and Wang with the exponential in the place of the Cayley map
// [Romero 2008, appendix A, read without "cay"; differs from AKW in the attitude only]
//
//   m   = (Pi0 + Pi1) / 2,   w = I^-1 m                                            (a)
//   R1  = R0 exp(h w)                                                              (b)
//   Pi1 = Pi0 - h w x m + (h/2) [ T0 + T(t1, R1) ]                                 (c) solved for x = Pi1
namespace polhode {

struct MidpointExp : SelfStarting {
  static constexpr MethodInfo info{.id = "midpoint-exp",
                                   .label = "midpoint (exp)",
                                   .source = "Austin et al. 1993; Romero 2008, app. A",
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
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto m = 0.5 * (Pi0 + x);                                                  // (a)
      const auto w = body.Omega(m);                                                    // (a)
      const auto R1 = R0 * exp(g * w);                                                 // (b)
      return x - Pi0 + g * cross(w, m) - (g / 2) * (T0 + body.torque(t0 + g, R1, x));  // (c)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R0 * exp((h / 2) * body.Omega(Pi0 + x))};  // (b)
  }
};

}  // namespace polhode
