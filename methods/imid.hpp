// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// IMID: implicit midpoint rule in differential form = FE(h/2) o BE(h/2)
// [Krysl 2006, section 3.4]
//
//   x   = Pi0 + (h/2) [ T(t0 + h/2, R0 exp(h w/2)) - w x x ],  w = I^-1 x        x: momentum at the midpoint, solved
//   for R1  = R0 exp(h w),   Pi1 = 2 x - Pi0
//
// Departures: the midpoint time is printed as t_n + h/2, it is t_{n-1} + h/2; a bar is missing after (15).
namespace polhode {

struct Imid : SelfStarting {
  static constexpr MethodInfo info{.id = "imid",
                                   .label = "IMID",
                                   .aliases = {},
                                   .source = "Krysl 2006, sec. 3.4",
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
    const auto guess = [&](const T& h) { return T(0.5) * (Pi0 + coast(body, Pi0, T0, h, h)); };
    const auto residual = [&](const auto& x, const T& h) {
      const T half = h / T(2);
      const auto w = body.Omega(x);
      return x - Pi0 - half * cross(x, w) - half * body.torque(T(t0 + half), R0 * exp(half * w));
    };
    const auto x = solve(h, guess, residual, tally);
    return {x + (x - Pi0), R0 * exp(h * body.Omega(x))};
  }
};

}  // namespace polhode
