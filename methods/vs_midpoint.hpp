// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// Midpoint rule on a vector space = fE(h/2) o bE(h/2)
// [Krysl 2006, section 2, equations (5)]
//
//   x  = p0 + (h/2) f(t0 + h/2, u0 + (h/2) M^-1 x)     x: momentum at the midpoint (a) solved
//   p1 = p0 + h f(t0 + h/2, u0 + (h/2) M^-1 x) = 2 x - p0                          (5a)
//   u1 = u0 + h M^-1 x                                                             (5b)
//
// Departures: the displacement is printed with dt/2 M^-1 x, it takes dt.
namespace polhode {

struct VsMidpoint : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-midpoint",
                                   .label = "midpoint rule",
                                   .source = "Krysl 2006, sec. 2, eqs. (5)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&u0 = s0.u, &p0 = s0.p;
    const auto f0 = problem.torque(t0, u0);
    const auto guess = [&](const T& g) { return p0 + (g / 2) * f0; };
    const auto residual = [&](const auto& x, const T& g) {
      const T half = g / 2;
      return x - p0 - half * problem.torque(t0 + half, u0 + half * problem.velocity(x));  // (a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {u0 + h * problem.velocity(x), x + (x - p0)};  // (5b), (5a)
  }
};

}  // namespace polhode
