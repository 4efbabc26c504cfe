// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// BBTRAPWD: the trapezoidal rule of Bottasso and Borri with the whole dexp^-1
// [Krysl 2006, section 4: "with the map"]
//
//   Pi1(psi) = exp(-psi) (Pi0 + (h/2) T0) + (h/2) T(t1, R0 exp(psi))               (a)
//   psi      = (h/2) ( dexp_{-psi}^-1 I^-1 Pi1(psi) + I^-1 Pi0 )                   (b) solved for psi
//   R1       = R0 exp(psi)                                                         (c)
//
// It is the Munthe-Kaas method of the trapezoidal tableau (mkrk-trapezoid). A torque that depends on the momentum takes
// that of (b), Pi1 = I dexp_{-psi} (2 psi/h - w0), so that psi stays the only unknown. Guess: psi = (h/2) (w0 + I^-1
// Pi1), with Pi1 foreseen.
namespace polhode {

/// dexp(a) b, with its derivative: the inverse of b -> dexp_inv(a) b.
template <class F, class T, class D, class E>
Tangent<F, T> dexp(const Tangent<F, T, D>& a, const Tangent<F, T, E>& b) {
  const auto value = dexp(a.value, b.value);
  const auto fixed = dexp_inv(a, Tangent<F, T>{value, {}});
  return {value, dexp_matrix(a.value) * (b.derivative - fixed.derivative)};
}

struct Bbtrapwd : SelfStarting {
  static constexpr MethodInfo info{.id = "bbtrapwd",
                                   .label = "BBTRAPWD",
                                   .source = "Krysl 2006, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {2, 1},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto w0 = body.Omega(Pi0);
    const auto momentum = [&](const auto& psi, const T& g) {  // (b), for torques that depend on it
      if constexpr (MomentumDriven<P>) {
        return by_components(body.I.moments, dexp(-psi, (2 / g) * psi - w0));
      } else {
        return Zero{};
      }
    };
    const auto Pi1 = [&](const auto& psi, const T& g) {
      const auto E = exp(psi);
      return rotate_back(E, Pi0 + (g / 2) * T0) + (g / 2) * body.torque(t0 + g, R0 * E, momentum(psi, g));  // (a)
    };
    const auto guess = [&](const T& g) { return (g / 2) * (w0 + body.Omega(predictor(body, Pi0, T0, g, g))); };
    const auto residual = [&](const auto& psi, const T& g) {
      return psi - (g / 2) * (w0 + dexp_inv(-psi, body.Omega(Pi1(psi, g))));  // (b)
    };
    const auto psi = solve(h, guess, residual, counters);
    return {Pi1(psi, h), R0 * exp(psi)};  // (a), (c)
  }
};

}  // namespace polhode
