// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"

/// Bodies that reveal failures: no symmetry, centre of mass off the axes, torque that depends on time. Momenta and
/// times are of size 1. Properties are measured on them.
namespace polhode::test_problem {

/// The body itself, I = (2, 3, 9/2).
template <class T>
RigidBody<T> crooked() {
  const Vec<Body, T> tilt{T(3) / T(10), T(-1) / T(2), T(7) / T(10)};
  return {{T(2), T(3), T(9) / T(2)}, {{T(2), T(-1), T(3) / T(2)}, relabel<Body, Space>(exp(tilt))}};
}
/// The body without torque.
template <class T>
FreeBody<T> free() {
  return {crooked<T>()};
}
/// The body in a uniform field along e3.
template <class T>
TorquedBody<T> heavy() {
  return {crooked<T>(), {UniformField<T>{{T(1) / T(2), T(-1), T(2)}, axis<Space, T>(2)}}};
}
/// The body under a further harmonic torque.
template <class T>
TorquedBody<T> forced() {
  auto body = heavy<T>();
  body.torques.push_back(HarmonicSpace<T>{{T(1) / T(5), T(1), T(-1) / T(2)}, T(13) / T(10)});
  return body;
}
/// A dumbbell in a tilted field that shakes.
template <class T>
Director<T> pushed() {
  using std::cos, std::sin;
  const T angle = T(2) / T(5);
  const Vec<Space, T> d{T(0), sin(angle), cos(angle)};
  return {T(2), {d, drill_free(d, {T(3), T(2), T(0)})}, {T(1), T(-1), T(3)}, {T(1) / T(2), T(0), T(1)}, T(17) / T(10)};
}

/// Hénon and Heiles' problem, V = (u1^2 + u2^2) / 2 + u1^2 u2 - u2^3 / 3, on a bounded orbit, and a third coordinate
/// without force.
template <class T>
Particles<T> henon_heiles() {
  return {.mass = {T(1), T(1), T(1)},
          .initial = {{T(0), T(1) / T(10), T(1) / T(5)}, {T(7) / T(20), T(1) / T(10), T(3) / T(10)}},
          .a = {T(1), T(1), T(0)},
          .b = T(1),
          .c = T(-1),
          .d = T(0)};
}

}  // namespace polhode::test_problem
