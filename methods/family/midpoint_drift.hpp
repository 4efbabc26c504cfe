// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

namespace polhode {

/// D(h), the free midpoint-Lie drift of Krysl 2004: solve  x = exp(-h w(x)/2) Pi,  psi = h w(x);  then
/// R <- R exp(psi),  Pi <- exp(-psi) Pi. Conserves R Pi; it is not the exact free motion, and not symplectic.
template <class P, class T, class Tally>
RigidState<T> midpoint_drift(const P& body, const RigidState<T>& s, const T& h, Tally& tally) {
  const auto guess = [&](const T& h) { return coast(body, s.Pi, Zero{}, h, T(h / T(2))); };
  const auto residual = [&](const auto& x, const T& h) {
    return x - rotate_back(exp((h / T(2)) * body.Omega(x)), s.Pi);
  };
  const auto E = exp((h / T(2)) * body.Omega(solve(h, guess, residual, tally)));
  return {rotate_back(E, rotate_back(E, s.Pi)), s.R * (E * E)};
}

}  // namespace polhode
