// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// IMIDM: implicit midpoint rule in momentum form = FEM(h/2) o BEM(h/2)
// [Krysl 2006, section 3.7; LIEMID[I] of Krysl 2004; the Lie midpoint rule of Romero 2008, section 2.4]
//
//   psi  = h I^-1 x                                                   x: momentum at the midpoint
//   x    = exp(-psi/2) Pi0 + (h/2) T_m,   T_m = T(t0 + h/2, R0 exp(psi/2))       (a) solved
//   R1   = R0 exp(psi)                                                           (b)
//   Pi1  = exp(-psi) Pi0 + h exp(-psi/2) T_m                                     (c)
//
// Departures: the paper prints the midpoint time as t_n + h/2, it is t_{n-1} + h/2. (c) is evaluated as
// exp(-psi/2) (x + (h/2) T_m), which is the same by (a).
namespace polhode {

struct Imidm : SelfStarting {
  static constexpr MethodInfo info{.id = "imidm",
                                   .label = "IMIDM",
                                   .aliases = {"liemid-i"},
                                   .source = "Krysl 2006, sec. 3.7; Krysl 2004, LIEMID[I]",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {2, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const auto T0 = body.torque(t0, R0);
    const auto guess = [&](const T& h) { return coast(body, Pi0, T0, h, T(h / T(2))); };

    const auto residual = [&](const auto& x, const T& h) {  // (a)
      const auto E = exp((h / T(2)) * body.Omega(x));
      return x - rotate_back(E, Pi0) - (h / T(2)) * body.torque(T(t0 + h / T(2)), R0 * E);
    };
    const auto x = solve(h, guess, residual, tally);

    const auto E = exp((h / T(2)) * body.Omega(x));
    const auto T_m = body.torque(T(t0 + h / T(2)), R0 * E);
    return {rotate_back(E, x + (h / T(2)) * T_m),  // (c)
            R0 * (E * E)};                         // (b)
  }
};

}  // namespace polhode
