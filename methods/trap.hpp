// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// TRAP: trapezoidal rule in differential form = BE(h/2) o FE(h/2)
// [Krysl 2006, section 3.3]
//
//   Pi1 = Pi0 + (h/2) [ T0 - w0 x Pi0 + T(t1, R1) - w1 x Pi1 ]          x = Pi1 is solved for
//   R1  = R0 exp(h w0/2) exp(h w1/2)
namespace polhode {

struct Trap : SelfStarting {
  static constexpr MethodInfo info{.id = "trap",
                                   .label = "TRAP",
                                   .aliases = {},
                                   .source = "Krysl 2006, sec. 3.3",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::no},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const T half = h / T(2);
    const auto T0 = body.torque(t0, R0);
    const auto w0 = body.Omega(Pi0);
    const auto guess = [&](const T& h) { return coast(body, Pi0, T0, h, h); };
    const auto residual = [&](const auto& x, const T& h) {
      const T half = h / T(2);
      const auto w = body.Omega(x);
      const auto known = Pi0 + half * (cross(Pi0, w0) + T0);
      return x - known - half * cross(x, w) - half * body.torque(T(t0 + h), (R0 * exp(half * w0)) * exp(half * w));
    };
    const auto x = solve(h, guess, residual, tally);
    return {x, R0 * exp(half * w0) * exp(half * body.Omega(x))};
  }
};

}  // namespace polhode
