// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>

#include "core/torques/momentum.hpp"
#include "core/torques/user_torque.hpp"

/// Users' torques as functions: f(t, R), or f(t, R, Omega) if it uses the angular velocity. R is the attitude, body to
/// space, Omega in the body frame, in radians per time. They return three components in the body frame: a Vec, or
/// anything with x[0], x[1], x[2].
namespace polhode {

/// F is f(t, R): any method that supports torques accepts it.
template <class F, class T>
concept TorqueFunction = std::invocable < const F&,
        T, const Attitude<T>
& > ;

/// F is f(t, R, Omega): methods with `supports = Dependence::any` accept it.
template <class F, class T>
concept RateTorqueFunction = std::invocable < const F&,
        T, const Attitude<T>
&, const Vec<Body, T>& > ;

/// F is a kind of core/torques that may depend on the momentum; the same methods accept it.
template <class F, class T>
concept TorqueOfMomentum = requires(const F& f, const T& t, const Attitude<T>& R, const Vec<Body, T>& v) {
  f.torque(t, R, v, v);
  requires !F::words.empty();
};

/// Three numbers as components in the body frame.
template <class T, class Three>
Vec<Body, T> body_vector(const Three& x) {
  return {static_cast<T>(x[0]), static_cast<T>(x[1]), static_cast<T>(x[2])};
}
template <class T, class S>
Vec<Body, T> body_vector(const Vec<Space, S>& x) = delete;  // R^-1 x is in the body frame

/// f(t, R) as a torque of a TorquedBody. The body keeps a reference to f, which must outlive the run. It has no
/// potential; its derivative, which implicit methods request, is computed by differences.
template <class T, class F>
requires TorqueFunction<F, T> UserTorque<T> user_torque(const F& f) {
  return {&f, [](const void* context, const T& t, const Attitude<T>& R) {
            return body_vector<T>((*static_cast<const F*>(context))(t, R));
          }};
}
template <class T, class F>
UserTorque<T> user_torque(const F&& f) = delete;  // a temporary does not outlive the run

/// A body with one torque of a kind known by type, or a reference to it, which outlives the body.
template <class T, class Kind>
struct OneTorque : RigidBody<T> {
  Kind kind;  ///< the torque

  auto torque(const T& t, const auto& R) const { return kind.torque(t, R); }
  auto torque(const T& t, const auto& R, const auto& Pi) const {
    if constexpr (requires { kind.torque(t, R); })
      return kind.torque(t, R);
    else
      return kind.torque(t, R, Pi, this->Omega(Pi));
  }
  /// It takes one state at a time (methods/family/lanes.hpp).
  friend Zero in_lanes(const OneTorque&) { return {}; }
};

/// Pi' = Pi x Omega + f(t, R, Omega). It keeps a reference to f, which must outlive the run. Derivatives are
/// differences, and the energy is kinetic. `integrate` skips methods that do not support it (Failure::momentum_torque).
///
///   const auto detumbling = [&](double t, const Attitude<double>& R, const Vec<Body, double>& Omega) { ... };
///   const auto run = integrate<Imidm>(DrivenBy(RigidBody<double>{I, start}, detumbling), grid);
template <class T, class F>
struct DrivenBy : RigidBody<T> {
  static constexpr bool driven_by_momentum = true;

  const F& f;  ///< the torque

  /// A body at its start, and the torque.
  DrivenBy(const RigidBody<T>& body, const F& torque) : RigidBody<T>(body), f(torque) {}
  DrivenBy(const RigidBody<T>&, const F&&) = delete;

  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi) const {
    if constexpr (TorqueOfMomentum<F, T>)
      return f.torque(t, R, Pi, this->Omega(Pi));
    else
      return body_vector<T>(f(t, R, this->Omega(Pi)));
  }
  Vec<Body, T> torque(const T& t, const Unscaled<Body, Space, T>& R, const Vec<Body, T>& Pi) const {
    return torque(t, Attitude<T>(R), Pi);
  }
  /// Torque if attitude, momentum or both carry a derivative.
  Tangent<Body, T> torque(const T& t, const auto& R, const auto& Pi) const {
    const Tangent<Body, T> changing = with_derivative(Pi);
    const T size = norm(changing.value);
    return differenced([&](const Attitude<T>& near, const Vec<Body, T>& with) { return torque(t, near, with); },
                       RotationTangent<Body, Space, T>(with_derivative(R)), changing,
                       size > T(0) ? size : norm(this->I.moments));
  }
  /// For splittings, which do not support it.
  Affine<T> affine(const T& t, const Attitude<T>& R) const { return {torque(t, R, {}), {}}; }
  Vec<Body, T> spin(const T&) const { return {}; }  ///< it has no rotors
  bool has_rotors() const { return false; }
  Dependence dependence() const { return Dependence::any; }

  T potential(const Attitude<T>&) const { return T(0); }
  bool autonomous() const { return false; }  // as far as is known
  /// It takes one state at a time (methods/family/lanes.hpp).
  friend Zero in_lanes(const DrivenBy&) { return {}; }
};

}  // namespace polhode
