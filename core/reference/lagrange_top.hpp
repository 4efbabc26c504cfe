// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/stepping/body.hpp"

namespace polhode::reference {

/// A quaternion, not of unit length, that turns v to e3: exactly if v is along an axis.
template <class F, class T>
Rotation<F, F, T> to_e3(const Vec<F, T>& v) {
  const T length = norm(v);
  return v[2] < 0 ? Rotation<F, F, T>{v[1], length - v[2], T(0), v[0]}
                  : Rotation<F, F, T>{length + v[2], v[1], -v[0], T(0)};
}

/// A Lagrange top: two equal moments and the field's moment along the third axis, or three equal moments and any moment
/// of the field; or any body, where the moment or the field is zero.
template <class T>
struct Top : RigidBody<T> {
  UniformField<T> torque;  ///< of the sum of its fields

  static void fields(const auto& f, auto&... s) {
    RigidBody<T>::fields(f, s...);
    f(Field{"torque", ""}, s.torque...);
  }
};

/// The body in the sum of its fields (or in none, if they vanish together), if it is free or a Lagrange top. Nothing
/// for every other body. Equal means equal in T.
template <class T>
std::optional<Top<T>> lagrange_top(const TorquedBody<T>& body);

/// The exact motion of a top after a time t of any sign and size: every direction of the field, of the symmetry axis
/// and of the start, poles, separatrix and steady motions included.
///
/// Source: Jacobi; Klein & Sommerfeld, Theorie des Kreisels, chapter VI. The Cayley-Klein parameters are regular
/// everywhere, and each needs one integral of the third kind (Carlson's, by Boost.Math). Roots, modulus and phases are
/// formed from the start so that nothing cancels that need not. Error: a few epsilon<T> times the conditioning of the
/// motion, which grows like |Omega| t, and like 1/k'^2 next to the separatrix; a top that sleeps at its critical spin
/// but for a tilt loses the factor 1/sqrt(tilt). Instantiated for double, float128, float50 and float100.
template <class T>
RigidState<T> exact_motion(const Top<T>& top, const T& t);
/// The motion of a body with torques that is a `lagrange_top`; else throws std::bad_optional_access.
template <class T>
RigidState<T> exact_top_motion(const TorquedBody<T>& body, const T& t) {
  return exact_motion(lagrange_top(body).value(), t);
}

/// A director in a constant field, without a potential by formula.
template <class T>
bool is_pendulum(const Director<T>& director) {
  return director.formula.empty() && (director.frequency == T(0) || norm(director.amplitude) == T(0));
}

/// The exact motion of a director that `is_pendulum` after a time t: that of a sphere with its moment along d. A
/// director that is not of unit length, or spins about itself, by rounding or by intent, moves as its equations say.
/// Throws std::logic_error where it is no pendulum.
template <class T>
DirectorState<T> exact_pendulum_motion(const Director<T>& director, const T& t);

}  // namespace polhode::reference
