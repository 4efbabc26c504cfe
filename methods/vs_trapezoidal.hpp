// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// Trapezoidal rule on a vector space = bE(h/2) o fE(h/2)
// [Krysl 2006, section 2, equations (4)]
//
//   p1 = p0 + (h/2) (f(t0, u0) + f(t1, u1))                                        (4a) solved for x = p1
//   u1 = u0 + (h/2) M^-1 (p0 + p1)                                                 (4b)
namespace polhode {

struct VsTrapezoidal : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-trapezoidal",
                                   .label = "trapezoidal rule",
                                   .source = "Krysl 2006, sec. 2, eqs. (4)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&u0 = s0.u, &p0 = s0.p;
    const auto f0 = problem.torque(t0, u0);
    const auto guess = [&](const T& g) { return p0 + g * f0; };
    const auto residual = [&](const auto& x, const T& g) {
      const T half = g / 2;
      const auto u1 = u0 + half * problem.velocity(p0 + x);             // (4b)
      return x - (p0 + half * f0) - half * problem.torque(t0 + g, u1);  // (4a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {u0 + (h / 2) * problem.velocity(p0 + x), x};  // (4b)
  }
};

}  // namespace polhode
