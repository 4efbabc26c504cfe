// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// Midpoint rule of the dumbbell, on S2
// [Romero 2008, appendix B.1, equations (59)]
//
//   d_m = (d0 + d1) / 2,  w_m = (w0 + w1) / 2
//   d1 - d0     = h w_m x d_m,  hence d1 = cay(h w_m) d0                                              (a)
//   I (w1 - w0) = h d_m x g(t0 + h/2)                                                                 (b)
//
// x = w_m is solved for. Conserves |d| and w.d, with a constant field also the energy and w.g.
//
// Departures: the paper writes it with frames and body averages, which gives the same d and w. Guess: (b) at d0.
namespace polhode {

struct DumbbellMidpoint : SelfStarting {
  static constexpr MethodInfo info{.id = "dumbbell-midpoint",
                                   .label = "midpoint (S²)",
                                   .source = "Romero 2008, app. B.1, eqs. (59)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "the component along a constant field"},
                                   .energy = {Answer::yes, "in a constant field"}};

  template <class P, class T, class Counters>
  static DirectorState<T> step(const P& problem, const DirectorState<T>& s, const T& t, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&d0 = s.d, &w0 = s.omega;
    const auto impulse = [&](const auto& d, const T& g) {  // half of it, over I
      return (g / (2 * problem.I)) * problem.torque(t + g / 2, d);
    };
    const auto guess = [&](const T& g) { return w0 + impulse(d0, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto d_m = 0.5 * (d0 + rotate_back(cay(-g * x), d0));  // (a)
      return x - w0 - impulse(d_m, g);                             // (b)
    };
    const auto x = solve(h, guess, residual, counters);
    return {cay(h * x) * d0, 2 * x - w0};  // (a), (b)
  }
};

}  // namespace polhode
