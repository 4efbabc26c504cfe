// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/tangent.hpp"
#include "core/spaces/space.hpp"

/// The space of rigid bodies: attitudes with body momenta.
namespace polhode {

/// State of a rigid body: body angular momentum and attitude.
template <class T>
struct RigidState {
  Vec<Body, T> Pi;  ///< angular momentum, body frame, [inertia] / [time]
  Attitude<T> R;    ///< body to space, (w, x, y, z) of length 1

  /// Spatial momentum pi = R Pi.
  Vec<Space, T> pi() const { return R * Pi; }

  static constexpr std::string_view kind = "rigid state";
  static void fields(const auto& f, auto&... s) {
    f(Field{"momentum", "Π", true}, s.Pi...);
    f(Field{"attitude", "R"}, s.R...);
  }
};

/// A quaternion whose norm overflowed is read as 0, which is no attitude.
template <class T>
bool is_finite(const RigidState<T>& s) {
  return is_finite(s.Pi) && is_finite(s.R) && norm2(s.R) > T(0);
}

/// Principal moments along the body's axes, in any order. Units: mass times length squared. Positive signs and the
/// triangle inequality are not checked here.
template <class T>
struct Inertia {
  Vec<Body, T> moments;
  Vec<Body, T> reciprocals;

  Inertia() = default;
  Inertia(const T& I1, const T& I2, const T& I3) : moments{I1, I2, I3}, reciprocals{T(1) / I1, T(1) / I2, T(1) / I3} {}

  const T& operator[](int i) const { return moments[i]; }
};
template <class U, class T>
Inertia<U> cast(const Inertia<T>& I) {
  return {scalar_cast<U>(I[0]), scalar_cast<U>(I[1]), scalar_cast<U>(I[2])};
}

/// A rigid body: its inertia and its start. R' = R hat(Omega), Omega = I^-1 Pi.
template <class T>
struct RigidBody {
  using Scalar = T;
  using State = RigidState<T>;

  Inertia<T> I;           ///< principal moments
  RigidState<T> initial;  ///< where it starts

  /// Angular velocity I^-1 Pi, body frame, in radians per time.
  Vec<Body, T> Omega(const Vec<Body, T>& Pi) const {
    const auto& r = I.reciprocals;
    return {r[0] * Pi[0], r[1] * Pi[1], r[2] * Pi[2]};
  }
  template <class D>
  Tangent<Body, T, D> Omega(const Tangent<Body, T, D>& Pi) const {
    const auto& r = I.reciprocals;
    return {Omega(Pi.value), Diagonal<T>{r[0], r[1], r[2]} * Pi.derivative};
  }
  /// Momentum I Omega, body frame, of Omega in radians per time.
  Vec<Body, T> momentum(const Vec<Body, T>& Omega) const { return {I[0] * Omega[0], I[1] * Omega[1], I[2] * Omega[2]}; }
  /// K = Pi . I^-1 Pi / 2, in [inertia] / [time]^2.
  T kinetic_energy(const Vec<Body, T>& Pi) const { return dot(Pi, Omega(Pi)) / T(2); }

  static constexpr bool turns_with_space = true;  ///< seen from turned space, it is a problem of the same type
  static void fields(const auto& f, auto&... s) {
    f(Field{"inertia", "I", true}, s.I...);
    f(Field{"initial", ""}, s.initial...);
  }
};

/// Dependence of a torque on the momentum: none, by damping -D Omega and by spinning rotors, or in any way.
enum class Dependence { none, linear, any };

/// P has torques that may depend on the momentum: torque(t, R, Pi), beside torque(t, R) of other bodies.
template <class P>
concept MomentumDriven = P::driven_by_momentum;

/// Pi' = Pi x Omega: no torque, by type.
template <class T>
struct FreeBody : RigidBody<T> {
  static constexpr std::string_view kind = "free body";
  std::vector<std::string> equations() const { return {"Π′ = Π × Ω,  Ω = I⁻¹Π,  R′ = R hat(Ω)", "H = Π · Ω / 2"}; }
  std::vector<std::string> constants() const { return {"energy H", "spatial angular momentum RΠ"}; }

  Zero torque(const T&, const auto&) const { return {}; }
  Zero torque(const T&, const auto&, const auto&) const { return {}; }
  T potential(const Attitude<T>&) const { return T(0); }
  bool autonomous() const { return true; }
};

// Functions of the space on its states and problems.

/// Spectral norm of R - R*: 2 |sin(a/2)|, a the angle between them, from the relative quaternion, without cancellation.
template <class T>
T attitude_distance(const Attitude<T>& R, const Attitude<T>& reference) {
  return T(2) * norm((inverse(normalised(reference)) * normalised(R)).vector());
}
/// Spectral norm of the difference of attitudes; length of the difference of body momenta.
template <class T>
Distance<T> distance(const RigidState<T>& a, const RigidState<T>& b) {
  return {attitude_distance(a.R, b.R), norm(a.Pi - b.Pi)};
}
/// Scales of distances: 1 and |Pi|.
template <class T>
Distance<T> size(const RigidState<T>& s) {
  return {T(1), norm(s.Pi)};
}
/// |Omega|: radians per time.
template <class T>
T rate(const RigidBody<T>& body, const RigidState<T>& s) {
  return norm(body.Omega(s.Pi));
}
template <class T>
T kinetic_energy(const RigidBody<T>& body, const RigidState<T>& s) {
  return body.kinetic_energy(s.Pi);
}
/// Energy, in [inertia] / [time]^2: kinetic plus all potentials that do not depend on time.
template <class P, class T>
requires std::is_base_of_v<RigidBody<T>, P> T energy(const P& body, const RigidState<T>& s) {
  return body.kinetic_energy(s.Pi) + body.potential(s.R);
}
template <class T>
Vec<Space, T> spatial_momentum(const RigidBody<T>&, const RigidState<T>& s) {
  return s.pi();
}
/// The direction in space, of length 1, along which the momentum is conserved, if there is one: that of gravity.
template <class T>
Vec<Space, T> vertical(const RigidBody<T>&) {
  return axis<Space, T>(2);
}
/// s with its momentum shifted by a share of its length, and turned by as many radians, in a direction fixed in the
/// body.
template <class T>
RigidState<T> nudged(const RigidState<T>& s, const T& share) {
  const Vec<Body, T> aside{T(0.6), T(-0.48), T(0.64)};
  return {s.Pi + T(share * norm(s.Pi)) * aside, s.R * exp(share * aside)};
}

}  // namespace polhode
