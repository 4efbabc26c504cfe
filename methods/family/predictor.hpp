// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"

namespace polhode {

/// The guess of implicit steps of size h: the body momentum after `time`, under the torque T0, at the angular velocity
/// that Euler's rule predicts for the middle of the step. For time = h its error is O(h^3) for a constant torque, else
/// O(h^2). It costs no torque, and it stays of the size of Pi0 + time T0 for any h. (The guess of Krysl, exp(-time w0)
/// Pi0 + time T0, is off by O(h^2).)
template <class P, class T, class Torque>
Vec<Body, T> predictor(const P& body, const Vec<Body, T>& Pi0, const Torque& T0, const T& h, const T& time) {
  const auto w0 = body.Omega(Pi0);
  const auto rate = cross(Pi0, w0) + T0;
  const auto a = time * body.Omega(Pi0 + (h / 2) * rate);
  const auto u = cross(a, Pi0);
  return Pi0 + (1 / (1 + norm2(time * w0) / 4)) * (0.5 * cross(a, u) - u) + time * T0;
}

}  // namespace polhode
