// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// BBTRAPWD: the trapezoidal rule of Bottasso and Borri with the whole dexp^-1
// [Krysl 2006, section 4: "without discarding"]
//
//   P(psi) = exp(-psi) (Pi0 + (h/2) T0) + (h/2) T(t1, R0 exp(psi))
//   psi    = (h/2) ( w0 + dexp_{-psi}^-1 I^-1 P(psi) )                          psi is solved for
//   R1     = R0 exp(psi),   Pi1 = P(psi)
//
// It is the Munthe-Kaas method of the trapezoidal tableau (mkrk-trapezoid). Guess: psi = (h/2) (w0 + I^-1 Pi1), with
// Pi1 foreseen.
namespace polhode {

struct Bbtrapwd : SelfStarting {
  static constexpr MethodInfo info{.id = "bbtrapwd",
                                   .label = "BBTRAPWD",
                                   .aliases = {},
                                   .source = "Krysl 2006, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {2, 1},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const auto T0 = body.torque(t0, R0);
    const auto w0 = body.Omega(Pi0);
    const auto momentum = [&](const auto& psi, const T& h) {
      const auto E = exp(psi);
      return rotate_back(E, Pi0 + (h / T(2)) * T0) + (h / T(2)) * body.torque(T(t0 + h), R0 * E);
    };
    const auto guess = [&](const T& h) { return (h / T(2)) * (w0 + body.Omega(coast(body, Pi0, T0, h, h))); };
    const auto residual = [&](const auto& psi, const T& h) {
      return psi - (h / T(2)) * (w0 + dexp_inv(-psi, body.Omega(momentum(psi, h))));
    };
    const auto psi = solve(h, guess, residual, tally);
    return {momentum(psi, h), R0 * exp(psi)};
  }
};

}  // namespace polhode
