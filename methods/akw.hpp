// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// AKW: midpoint rule with the Cayley map of Austin, Krishnaprasad and Wang
// [Austin et al. 1993; Krysl 2006, section 4; Romero 2008, section 4]
//
//   m   = (Pi0 + Pi1) / 2,   w = I^-1 m                                            (a)
//   R1  = R0 cay(h w)                                                              (b)
//   Pi1 = Pi0 - h w x m + (h/2) [ T0 + T(t1, R1) ]                                 (c) solved for x = Pi1
//
// Departures: cay is not defined in the paper; only cay(S) = (1 - S/2)^-1 (1 + S/2) is consistent.
namespace polhode {

struct Akw : SelfStarting {
  static constexpr MethodInfo info{.id = "akw",
                                   .label = "AKW",
                                   .aliases = {},
                                   .source = "Austin et al. 1993; Krysl 2006, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .serves = Dependence::any};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto m = 0.5 * (Pi0 + x);                                                  // (a)
      const auto w = body.Omega(m);                                                    // (a)
      const auto R1 = R0 * cay(g * w);                                                 // (b)
      return x - Pi0 + g * cross(w, m) - (g / 2) * (T0 + body.torque(t0 + g, R1, x));  // (c)
    };
    const auto x = solve(h, guess, residual, tally);
    return {x, R0 * cay((h / 2) * body.Omega(Pi0 + x))};  // (b)
  }
};

}  // namespace polhode
