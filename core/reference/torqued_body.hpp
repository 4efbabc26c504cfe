// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <variant>

#include "core/stepping/body.hpp"

namespace polhode::reference {

/// A body with two equal moments under a constant torque of the body along the axis of the third, or a sphere under
/// any constant torque of the body: T = torque.
template <class T>
struct AxialTorque : RigidBody<T> {
  Vec<Body, T> torque;

  static void fields(const auto& f, auto&... s) {
    RigidBody<T>::fields(f, s...);
    f(Field{"torque", "τ", true}, s.torque...);
  }
};

/// A body that swings in a plane: it turns about one of its principal axes, which stays at rest, the moment and the
/// field are normal to it, and the field turns about it: T = R^T field x moment, field' = rate x field.
template <class T>
struct PlanePendulum : RigidBody<T> {
  Vec<Body, T> moment;
  Vec<Space, T> field, rate;  ///< the field at the start, and its constant rate
  int axis;                   ///< about which it swings

  static void fields(const auto& f, auto&... s) {
    RigidBody<T>::fields(f, s...);
    f(Field{"moment", "μ", true}, s.moment...);
    f(Field{"field", "f"}, s.field...);
    f(Field{"rate", "ω"}, s.rate...);
    f(Field{"axis", ""}, s.axis...);
  }
};

/// The body at the time t0 as one of these, its torques summed, if its motion is closed; nothing for other bodies, and
/// for tops (lagrange_top.hpp). Moments are equal if they are so in T; directions are along an axis, normal or parallel
/// to each other if they are so to rounding.
template <class T>
using ClosedTorque = std::variant<AxialTorque<T>, PlanePendulum<T>>;
/// The body as one whose motion is known in closed form; nothing if there is no closed form.
template <class T>
std::optional<ClosedTorque<T>> closed_form(const TorquedBody<T>& body, const T& t0);

/// The motion after a time t of any sign. Instantiated for float50 and float100.
///
/// With w = Omega1 + i Omega2 and the torque tau along axis 3 of a body (A, A, C):
///
///   Omega3 = n + tau t / C,   w = w0 exp(i th),   th = ((C - A)/A) (n t + tau t^2/(2 C))
///
/// and in the frame in which w rests the attitude obeys an equation that is linear in it and in t (Landau, Zener),
/// whose solutions, parabolic cylinder functions, are entire: their Taylor series, continued from step to step. A step
/// turns the body by a radian or so; `watch` receives the finished share of the time, and may throw to give up.
template <class T>
RigidState<T> exact_motion(const AxialTorque<T>& body, const T& t, const std::function<void(double)>& watch = {});
/// In the frame of the field it is the plane motion of a sphere of the moment about the axis in a field at rest: the
/// motion of a top (lagrange_top.hpp).
template <class T>
RigidState<T> exact_motion(const PlanePendulum<T>& body, const T& t);

}  // namespace polhode::reference
