// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// BE: backward Euler in differential form
// [Krysl 2006, section 3.1]
//
//   Pi1 = Pi0 + h (-w1 x Pi1 + T(t1, R1)),   R1 = R0 exp(h w1)           x = Pi1 is solved for
namespace polhode {

struct BackwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "backward-euler",
                                   .label = "BE",
                                   .aliases = {},
                                   .source = "Krysl 2006, sec. 3.1",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::no},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const auto T0 = body.torque(t0, R0);
    const auto guess = [&](const T& h) { return T(0.5) * (Pi0 + coast(body, Pi0, T0, T(T(2) * h), T(T(2) * h))); };
    const auto residual = [&](const auto& x, const T& h) {
      const auto w = body.Omega(x);
      return x - Pi0 - h * cross(x, w) - h * body.torque(T(t0 + h), R0 * exp(h * w));
    };
    const auto x = solve(h, guess, residual, tally);
    return {x, R0 * exp(h * body.Omega(x))};
  }
};

}  // namespace polhode
