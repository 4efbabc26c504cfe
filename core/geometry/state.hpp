// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/geometry/rotation.hpp"

/// The states that methods advance: values, nothing else.
namespace polhode {

/// A rigid body: body momentum and attitude.
template <class T>
struct RigidState {
  Vec<Body, T> Pi;  ///< angular momentum, body frame
  Attitude<T> R;    ///< body to space

  /// Spatial momentum pi = R Pi.
  Vec<Space, T> pi() const { return R * Pi; }
};

/// A director: a unit vector and its angular velocity, normal to it, both in space.
template <class T>
struct DirectorState {
  Vec<Space, T> d;
  Vec<Space, T> omega;
};

/// Particles on a vector space of two degrees of freedom: coordinates and momenta.
template <class T>
struct ParticleState {
  std::array<T, 2> u;
  std::array<T, 2> p;
};

template <class T>
bool is_finite(const RigidState<T>& s) {
  return is_finite(s.Pi) && is_finite(s.R);
}
template <class T>
bool is_finite(const DirectorState<T>& s) {
  return is_finite(s.d) && is_finite(s.omega);
}
template <class T>
bool is_finite(const ParticleState<T>& s) {
  return is_finite(T(s.u[0] + s.u[1] + s.p[0] + s.p[1]));
}

template <class U, class T>
RigidState<U> cast(const RigidState<T>& s) {
  return {cast<U>(s.Pi), cast<U>(s.R)};
}
template <class U, class T>
DirectorState<U> cast(const DirectorState<T>& s) {
  return {cast<U>(s.d), cast<U>(s.omega)};
}
template <class U, class T>
ParticleState<U> cast(const ParticleState<T>& s) {
  return {{scalar_cast<U>(s.u[0]), scalar_cast<U>(s.u[1])}, {scalar_cast<U>(s.p[0]), scalar_cast<U>(s.p[1])}};
}

}  // namespace polhode
