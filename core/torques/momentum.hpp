// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/geometry/tangent.hpp"
#include "core/spaces/rigid_body.hpp"

/// Common parts of torques that depend on the momentum.
namespace polhode {

/// The frame that turns with the body, with the axes that the user gives it. Laws that are no tensors (limits by axis,
/// formulas, functions) are evaluated there.
struct User;
/// Maps components along the principal axes to the user's axes.
template <class T>
using ToUser = Rotation<Body, User, T>;

/// v, with each component clipped at the limit's.
template <class T>
Vec<User, T> clipped(Vec<User, T> v, const Vec<User, T>& limit) {
  for (int i = 0; i < 3; ++i) v[i] = v[i] < -limit[i] ? T(-limit[i]) : v[i] > limit[i] ? limit[i] : v[i];
  return v;
}
/// v, or an attitude, in the user's axes: most are those of the body.
template <class B, class C, class T, class X>
auto seen_along(const Rotation<B, C, T>& axes, const X& x) {
  using Turned = decltype(axes * x);
  if (!(axes.x == T(0) && axes.y == T(0) && axes.z == T(0))) return axes * x;
  if constexpr (requires { x.w; })
    return Turned{x.w, x.x, x.y, x.z};
  else
    return Turned{x[0], x[1], x[2]};
}
/// The matrix of an attitude by rows.
template <class B, class T>
std::array<T, 9> rows(const Rotation<B, Space, T>& R) {
  const T x = R.x + R.x, y = R.y + R.y, z = R.z + R.z;
  const T wx = R.w * x, wy = R.w * y, wz = R.w * z, xx = R.x * x, xy = R.x * y, xz = R.x * z, yy = R.y * y,
          yz = R.y * z, zz = R.z * z;
  return {T(1) - (yy + zz), xy - wz, xz + wy, xy + wz, T(1) - (xx + zz), yz - wx, xz - wy, yz + wx, T(1) - (xx + yy)};
}

/// A torque that is affine in the angular velocity: T = torque - damping Omega, all in the body frame. A splitting
/// solves it exactly, with time and attitude held.
template <class T>
struct Affine {
  Vec<Body, T> torque{};
  Mat3<T> damping{};

  Affine& operator+=(const Affine& b) { return torque += b.torque, damping = damping + b.damping, *this; }
};

/// Argument of a differentiation: an attitude or a momentum, with or without a derivative.
template <class T>
const RotationTangent<Body, Space, T>& with_derivative(const RotationTangent<Body, Space, T>& R) {
  return R;
}
template <class T>
RotationTangent<Body, Space, T> with_derivative(const Attitude<T>& R) {
  return {R, {}};
}
template <class T, class D>
Tangent<Body, T> with_derivative(const Tangent<Body, T, D>& v) {
  return {v.value, Mat3<T>{} + v.derivative};
}
template <class T>
Tangent<Body, T> with_derivative(const Vec<Body, T>& v) {
  return {v, {}};
}

/// f(R, Pi) with its derivative, by central differences, for torques without a formula for it. It is good to
/// epsilon^(2/3), which costs Newton's method nothing. `size` is the size of a momentum.
template <class T, class F>
Tangent<Body, T> differenced(const F& f, const RotationTangent<Body, Space, T>& R, const Tangent<Body, T>& Pi,
                             const T& size) {
  using std::exp, std::log;
  const T step = exp(log(epsilon<T>()) / T(3)), push = step * size;
  const auto turned = [&](int i) {
    const Vec<Body, T> xi = step * axis<Body, T>(i);
    return (f(R.value * polhode::exp(xi), Pi.value) - f(R.value * polhode::exp(-xi), Pi.value)) / (T(2) * step);
  };
  const auto pushed = [&](int i) {
    const Vec<Body, T> p = push * axis<Body, T>(i);
    return (f(R.value, Pi.value + p) - f(R.value, Pi.value - p)) / (T(2) * push);
  };
  return {f(R.value, Pi.value), from_columns(turned(0), turned(1), turned(2)) * R.variation +
                                    from_columns(pushed(0), pushed(1), pushed(2)) * Pi.derivative};
}

}  // namespace polhode
