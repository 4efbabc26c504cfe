// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"

namespace polhode {

/// The torque of a kick at (t, R), body frame: a vector, or a function of the angular velocity (torques/momentum.hpp).
template <class P, class T>
auto kick_torque(const P& body, const T& t, const Attitude<T>& R) {
  if constexpr (MomentumDriven<P>)
    return body.affine(t, R);
  else
    return body.torque(t, R);
}

namespace detail {
/// The sum of the magnitudes of all entries.
template <class T>
T magnitude(const Mat3<T>& z) {
  using std::abs;
  T sum(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += abs(z(i, j));
  return sum;
}

/// The sum of z^k / (k+1)!, (e^z - 1) / z: its series for a matrix that is halved until it is small, and then
/// phi(2z) = (e^z + 1) phi(z) / 2 as often.
template <class T>
Mat3<T> phi1(Mat3<T> z) {
  T size = magnitude(z);
  int doublings = 0;
  for (; size > T(0.25) && doublings < 64; ++doublings) size = size / 2, z = T(0.5) * z;
  const auto one = identity_matrix<T>();
  auto phi = one, term = one;
  T bound(1);
  for (int k = 2; bound > epsilon<T>() / 8 && k < 100; ++k) {
    term = T(1) / T(k) * (z * term), bound = bound * size / T(k);
    phi = phi + term;
  }
  auto E = one + z * phi;
  for (; doublings > 0; --doublings) phi = T(0.5) * (phi + E * phi), E = E * E;
  return phi;
}
}  // namespace detail

/// The momentum after a kick that lasts c, with time and attitude held: Pi' = T exactly. For an affine torque,
/// Pi' = T0 - D I^-1 Pi, it is Pi + c phi1(-c D I^-1) (T0 - D I^-1 Pi), which decays for every c.
template <class P, class T, class Torque>
Vec<Body, T> kicked(const P&, const Vec<Body, T>& Pi, const Torque& torque, const T& c) {
  return Pi + c * torque;
}
template <class P, class T>
Vec<Body, T> kicked(const P& body, const Vec<Body, T>& Pi, const Affine<T>& a, const T& c) {
  if (detail::magnitude(a.damping) == T(0)) return kicked(body, Pi, a.torque, c);
  const auto& J = body.I.reciprocals;
  const auto rate = a.torque - a.damping * body.Omega(Pi);
  return Pi + c * (detail::phi1(T(-c) * (a.damping * Diagonal<T>{J[0], J[1], J[2]})) * rate);
}

/// The memory of methods that use the torque of a node twice, at the end of a step and at the start of the next:
/// state and torque. They add  step(body, memory, t, h, counters).
struct NodeTorque : CarriesState {
  template <class State, class Torque>
  struct Memory {
    State state;
    [[no_unique_address]] Torque T_body;
  };

  template <class P, class T>
  static auto start(const P& body, const RigidState<T>& s, const T& t, const T&) {
    return Memory<RigidState<T>, decltype(kick_torque(body, t, s.R))>{s, kick_torque(body, t, s.R)};
  }
};

}  // namespace polhode
