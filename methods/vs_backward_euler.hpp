// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// Backward Euler on a vector space
// [Krysl 2006, eq. (3)]
//
//   p1 = p0 + h f(t1, u1),   u1 = u0 + h M^-1 p1           x = p1 is solved for
namespace polhode {

struct VsBackwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-backward-euler",
                                   .label = "backward Euler",
                                   .aliases = {},
                                   .source = "Krysl 2006, sec. 2",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "along directions without force"},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [u0, p0] = s0;
    const auto f0 = problem.torque(t0, u0);
    const auto guess = [&](const T& h) { return p0 + h * f0; };
    const auto residual = [&](const auto& x, const T& h) {
      return x - p0 - h * problem.torque(T(t0 + h), u0 + h * problem.velocity(x));
    };
    const auto x = solve(h, guess, residual, tally);
    return {u0 + h * problem.velocity(x), x};
  }
};

}  // namespace polhode
