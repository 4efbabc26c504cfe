// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/stepping/body.hpp"

namespace polhode::reference {

/// A body with even damping, or with spinning rotors:
///
///   damping proportional to the inertia, D = delta I, up to the rounding of doubles
///   rotors of constant momentum along a principal axis of any body, or in any direction of a sphere
template <class T>
struct DrivenBody : RigidBody<T> {
  Vec<Body, T> damping{};  ///< the diagonal of D
  bool has_rotors = false;
  Vec<Body, T> spin{};  ///< of the rotors

  static void fields(const auto& f, auto&... s) {
    RigidBody<T>::fields(f, s...);
    f(Field{"damping", "D", true}, s.damping...);
    f(Field{"has_rotors", ""}, s.has_rotors...);
    f(Field{"spin", "h", true}, s.spin...);
  }
};

/// The body in this form; nothing for others. `off` becomes the largest component of the rest of D.
template <class T>
std::optional<DrivenBody<T>> closed_driven_form(const TorquedBody<T>& body, T* off = nullptr);

/// The motion of such a body after a time t of any sign.
///
/// Damped, it is the free motion at s = (1 - e^(-delta t)) / delta, with the momentum times e^(-delta t). With a rotor
/// along axis 3, x = Omega3 obeys x'^2 = f(x), a quartic: x(t) by the formula of Biermann and Weierstrass, for any
/// start and without cases; the attitude by the precession of the momentum about itself, one quadrature [Volterra 1899;
/// Whittaker & Watson, section 20.6]. Instantiated for float128, float50 and float100.
template <class T>
RigidState<T> exact_motion(const DrivenBody<T>& body, const T& t);

}  // namespace polhode::reference
