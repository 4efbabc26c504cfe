// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/spaces/director.hpp"
#include "core/spaces/particles.hpp"
#include "core/spaces/rigid_body.hpp"

/// States as numbers: all of them, to go through points, and six that tell nearby states apart.
namespace polhode {

/// Body momentum and attitude, (w, x, y, z).
template <class T>
std::array<T, 7> numbers(const RigidState<T>& s) {
  return {s.Pi[0], s.Pi[1], s.Pi[2], s.R.w, s.R.x, s.R.y, s.R.z};
}
/// Director and angular velocity.
template <class T>
std::array<T, 6> numbers(const DirectorState<T>& s) {
  return {s.d[0], s.d[1], s.d[2], s.omega[0], s.omega[1], s.omega[2]};
}
/// Displacements and momenta.
template <class T>
std::array<T, 6> numbers(const ParticleState<T>& s) {
  return {s.u[0], s.u[1], s.u[2], s.p[0], s.p[1], s.p[2]};
}
/// A state from its numbers, with an attitude of length 1.
template <class State, class T>
State state_of(const std::array<T, 7>& y) {
  return {{y[0], y[1], y[2]}, normalised(Attitude<T>{y[3], y[4], y[5], y[6]})};
}
/// A state from its numbers.
template <class State, class T>
State state_of(const std::array<T, 6>& y) {
  return {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
}

/// Six numbers that tell nearby states apart: momentum as a share of `scale`, attitude in radians (directors: angular
/// velocity, direction; particles: displacement).
using Six = std::array<double, 6>;

/// The state s moved by x.
template <class T>
RigidState<T> moved_by(const Six& x, const RigidState<T>& s, double scale) {
  return {s.Pi + T(scale) * Vec<Body, T>{T(x[0]), T(x[1]), T(x[2])},
          s.R * exp(Vec<Body, T>{T(x[3]), T(x[4]), T(x[5])})};
}
/// A director or particles moved by x, in space.
template <class State>
State moved_by(const Six& x, const State& s, double scale) {
  const auto& [place, momentum] = s;
  using T = std::remove_cvref_t<decltype(place[0])>;
  return {place + Vec<Space, T>{T(x[3]), T(x[4]), T(x[5])},
          momentum + T(scale) * Vec<Space, T>{T(x[0]), T(x[1]), T(x[2])}};
}
/// Difference of a from b: moved_by(difference(a, b, scale), b, scale) is a, to first order.
template <class T>
Six difference(const RigidState<T>& a, const RigidState<T>& b, double scale) {
  const auto p = cast<double>((a.Pi - b.Pi) / T(scale));
  auto turn = inverse(normalised(b.R)) * normalised(a.R);
  const auto q = cast<double>(with_sign(T(2), turn.w) * turn.vector());
  return {p[0], p[1], p[2], q[0], q[1], q[2]};
}
/// Difference of directors, or of particles.
template <class State>
Six difference(const State& a, const State& b, double scale) {
  const auto& [place_a, momentum_a] = a;
  const auto& [place_b, momentum_b] = b;
  using T = std::remove_cvref_t<decltype(place_a[0])>;
  const auto p = cast<double>((momentum_a - momentum_b) / T(scale)), u = cast<double>(place_a - place_b);
  return {p[0], p[1], p[2], u[0], u[1], u[2]};
}

/// The six unit shifts of a state.
std::array<Six, 6> shifts(const auto&, double) {
  std::array<Six, 6> all{};
  for (std::size_t i = 0; i < 6; ++i) all[i][i] = 1;
  return all;
}
/// The unit shifts of a director, which stays of unit length and does not begin to spin about itself.
template <class T>
std::array<Six, 6> shifts(const DirectorState<T>& s, double scale) {
  std::array<Six, 6> all{};
  const auto d = cast<double>(s.d), w = cast<double>(s.omega);
  for (int i = 0; i < 3; ++i) {
    const auto e = axis<Space, double>(i);
    const auto push = e - dot(e, d) * d, turn = cross(e, d), along = cross(e, w) / scale;
    all[i] = {push[0], push[1], push[2], 0, 0, 0};
    all[3 + i] = {along[0], along[1], along[2], turn[0], turn[1], turn[2]};
  }
  return all;
}

}  // namespace polhode
