// SPDX-License-Identifier: MIT
#pragma once

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
  Vec<Space, T> d;      ///< of length 1
  Vec<Space, T> omega;  ///< omega . d = 0
};

/// Particles on a vector space: three coordinates and their momenta.
template <class T>
struct ParticleState {
  Vec<Space, T> u;  ///< coordinates
  Vec<Space, T> p;  ///< momenta
};

/// A quaternion whose norm overflowed is read as 0, which is no attitude.
template <class T>
bool is_finite(const RigidState<T>& s) {
  return is_finite(s.Pi) && is_finite(s.R) && norm2(s.R) > T(0);
}
template <class T>
bool is_finite(const DirectorState<T>& s) {
  return is_finite(s.d) && is_finite(s.omega);
}
template <class T>
bool is_finite(const ParticleState<T>& s) {
  return is_finite(s.u) && is_finite(s.p);
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
  return {cast<U>(s.u), cast<U>(s.p)};
}

}  // namespace polhode
