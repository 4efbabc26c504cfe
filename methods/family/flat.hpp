// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/spaces/coordinates.hpp"
#include "core/stepping/method.hpp"

// States as plain numbers, and their rates: what general solvers of ordinary differential equations integrate.
//
//   a body, (Pi, q):         Pi' = Pi x w + T(t, q/|q|),   q' = q (0, w)/2,   w = I^-1 Pi
//   a director, (d, omega):  d' = omega x d,               I omega' = d x field(t)
//   particles, (u, p):       u' = M^-1 p,                  p' = f(t, u)
//
// Nothing is normalised on the way; `read` of a body divides by |q|.
namespace polhode {

/// The state of these numbers, with an attitude of any length.
template <class State, class T, std::size_t n>
State shaped(const std::array<T, n>& y) {
  if constexpr (n == 7)
    return {{y[0], y[1], y[2]}, {y[3], y[4], y[5], y[6]}};
  else
    return {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
}

/// The derivatives of the numbers of a state by time.
template <class P, class T>
POLHODE_INLINE inline RigidState<T> rates(const P& body, const T& t, const RigidState<T>& s) {
  const auto w = body.Omega(s.Pi);
  return {cross(s.Pi, w) + body.torque(t, Unscaled<Body, Space, T>{s.R}, s.Pi), quaternion_rate(s.R, w)};
}
template <class P, class T>
DirectorState<T> rates(const P& problem, const T& t, const DirectorState<T>& s) {
  return {cross(s.omega, s.d), problem.torque(t, s.d) / problem.I};
}
template <class P, class T>
ParticleState<T> rates(const P& problem, const T& t, const ParticleState<T>& s) {
  return {problem.velocity(s.p), problem.torque(t, s.u)};
}

/// The rates of all numbers at once.
template <class P, class T, std::size_t n>
POLHODE_INLINE inline std::array<T, n> flat_rates(const P& problem, const T& t, const std::array<T, n>& y) {
  return numbers(rates(problem, t, shaped<typename P::State>(y)));
}

}  // namespace polhode
