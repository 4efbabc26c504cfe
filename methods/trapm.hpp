// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// TRAPM: trapezoidal rule in momentum form = BEM(h/2) o FEM(h/2)
// [Krysl 2006, section 3.6]
//
//   Pi1 = exp(-h w1/2) exp(-h w0/2) (Pi0 + (h/2) T0) + (h/2) T(t1, R1)          x = Pi1 is solved for
//   R1  = R0 exp(h w0/2) exp(h w1/2)
namespace polhode {

struct Trapm : SelfStarting {
  static constexpr MethodInfo info{.id = "trapm",
                                   .label = "TRAPM",
                                   .aliases = {},
                                   .source = "Krysl 2006, sec. 3.6",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const auto T0 = body.torque(t0, R0);
    const auto w0 = body.Omega(Pi0);
    const auto guess = [&](const T& h) { return coast(body, Pi0, T0, h, h); };
    const auto residual = [&](const auto& x, const T& h) {
      const T half = h / T(2);
      const auto E0 = exp(half * w0);
      const auto E = exp(half * body.Omega(x));
      return x - rotate_back(E, rotate_back(E0, Pi0 + half * T0)) - half * body.torque(T(t0 + h), (R0 * E0) * E);
    };
    const auto x = solve(h, guess, residual, tally);
    const T half = h / T(2);
    return {x, R0 * exp(half * w0) * exp(half * body.Omega(x))};
  }
};

}  // namespace polhode
