// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// Midpoint rule of Austin, Krishnaprasad and Wang with the exponential in the place of the Cayley map
// [Romero 2008, section 4, read without "cay"; differs from AKW in the attitude only]
//
//   m   = (Pi0 + Pi1) / 2,  w = I^-1 m,   R1 = R0 exp(h w)
//   Pi1 = Pi0 - h w x m + (h/2) [ T0 + T(t1, R1) ]                              x = Pi1 is solved for
namespace polhode {

struct MidpointExp : SelfStarting {
  static constexpr MethodInfo info{.id = "midpoint-exp",
                                   .label = "midpoint (exp)",
                                   .aliases = {},
                                   .source = "Austin et al. 1993; Romero 2008, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::no},
                                   .energy = {Answer::yes, "without torque"}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const auto T0 = body.torque(t0, R0);
    const auto guess = [&](const T& h) { return coast(body, Pi0, T0, h, h); };
    const auto residual = [&](const auto& x, const T& h) {
      const auto m = T(0.5) * (Pi0 + x);
      const auto w = body.Omega(m);
      return x - Pi0 - h * cross(m, w) - (h / T(2)) * (T0 + body.torque(T(t0 + h), R0 * exp(h * w)));
    };
    const auto x = solve(h, guess, residual, tally);
    return {x, R0 * exp((h / T(2)) * body.Omega(Pi0 + x))};
  }
};

}  // namespace polhode
