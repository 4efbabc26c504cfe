// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

namespace polhode {

/// D(h), the free midpoint-Lie drift of Krysl 2004, section 3. Conserves R Pi; it is not the exact free motion, and not
/// symplectic.
///
///   x  = exp(-psi/2) Pi,   psi = h I^-1 x                                          (a) solved
///   Pi <- exp(-psi) Pi,   R <- R exp(psi)                                          (b)
template <class P, class T, class Counters>
RigidState<T> midpoint_drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
  const auto guess = [&](const T& g) { return predictor(body, s.Pi, Zero{}, g, g / 2); };
  const auto residual = [&](const auto& x, const T& g) {
    return x - rotate_back(exp((g / 2) * body.Omega(x)), s.Pi);  // (a)
  };
  const auto E = exp((h / 2) * body.Omega(solve(h, guess, residual, counters)));
  return {rotate_back(E, rotate_back(E, s.Pi)), s.R * (E * E)};  // (b)
}

/// The same as a free flow.
struct MidpointDrift {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
    return midpoint_drift(body, s, h, counters);
  }
};

}  // namespace polhode
