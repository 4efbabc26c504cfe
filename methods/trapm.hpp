// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// TRAPM: trapezoidal rule in momentum form = BEM(h/2) o FEM(h/2)
// [Krysl 2006, section 3.6, equations (20)]
//
//   R1  = R0 exp((h/2) w0) exp((h/2) w1),   w = I^-1 Pi                            (20b)
//   Pi1 = exp(-(h/2) w1) exp(-(h/2) w0) (Pi0 + (h/2) T0) + (h/2) T(t1, R1)         (20a) solved for x = Pi1
namespace polhode {

struct Trapm : SelfStarting {
  static constexpr MethodInfo info{.id = "trapm",
                                   .label = "TRAPM",
                                   .source = "Krysl 2006, sec. 3.6, eqs. (20)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto w0 = body.Omega(Pi0);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const T half = g / 2;
      const auto E0 = exp(half * w0);
      const auto E1 = exp(half * body.Omega(x));
      const auto T1 = body.torque(t0 + g, (R0 * E0) * E1, x);                    // (20b)
      return x - rotate_back(E1, rotate_back(E0, Pi0 + half * T0)) - half * T1;  // (20a)
    };
    const auto x = solve(h, guess, residual, counters);
    const T half = h / 2;
    return {x, R0 * exp(half * w0) * exp(half * body.Omega(x))};  // (20b)
  }
};

}  // namespace polhode
