// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// IMIDM: implicit midpoint rule in momentum form = FEM(h/2) o BEM(h/2), equations (19) and (18)
// [Krysl 2006, section 3.6; LIEMID[I] of Krysl 2004; Liemid of Romero 2008, appendix A]
//
//   psi = h I^-1 x                                x: momentum at the midpoint
//   T_m = T(t0 + h/2, R0 exp(psi/2))                                               (a)
//   x   = exp(-psi/2) Pi0 + (h/2) T_m                                              (b) solved
//   R1  = R0 exp(psi)                                                              (c)
//   Pi1 = exp(-psi) Pi0 + h exp(-psi/2) T_m = exp(-psi/2) (2 x - exp(-psi/2) Pi0)  (d)
//
// Departures: the paper prints the midpoint time as t_n + h/2, it is t_{n-1} + h/2. The second form of (d), which is
// the first by (b), needs no torque.
namespace polhode {

struct Imidm : SelfStarting {
  static constexpr MethodInfo info{.id = "imidm",
                                   .label = "IMIDM",
                                   .aliases = {"liemid-i"},
                                   .source = "Krysl 2006, sec. 3.6, eqs. (18)-(19); Krysl 2004, LIEMID[I]",
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
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g / 2); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto E = exp((g / 2) * body.Omega(x));
      const auto T_m = body.torque(t0 + g / 2, R0 * E, x);  // (a)
      return x - rotate_back(E, Pi0) - (g / 2) * T_m;       // (b)
    };
    const auto x = solve(h, guess, residual, counters);
    const auto E = exp((h / 2) * body.Omega(x));
    return {rotate_back(E, 2 * x - rotate_back(E, Pi0)), R0 * (E * E)};  // (d), (c)
  }
};

}  // namespace polhode
