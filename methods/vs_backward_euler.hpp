// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// Backward Euler on a vector space
// [Krysl 2006, section 2, equations (3)]
//
//   p1 = p0 + h f(t1, u1)                                                          (3a) solved for x = p1
//   u1 = u0 + h M^-1 p1                                                            (3b)
namespace polhode {

struct VsBackwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-backward-euler",
                                   .label = "backward Euler",
                                   .source = "Krysl 2006, sec. 2, eqs. (3)",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&u0 = s0.u, &p0 = s0.p;
    const auto f0 = problem.torque(t0, u0);
    const auto guess = [&](const T& g) { return p0 + g * f0; };
    const auto residual = [&](const auto& x, const T& g) {
      const auto u1 = u0 + g * problem.velocity(x);    // (3b)
      return x - p0 - g * problem.torque(t0 + g, u1);  // (3a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {u0 + h * problem.velocity(x), x};  // (3b)
  }
};

}  // namespace polhode
