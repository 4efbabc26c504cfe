// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"

/// The sphere of directors d, |d| = 1, with tangent velocities omega normal to d, in radians per time: d' = omega x d.
namespace polhode {

/// d turned by |v| radians about v, for v normal to d: cos|v| d + (sin|v|/|v|) v x d, by the half angle. Small steps
/// round d's length less than cos|v| would, and always the same way.
template <class F, class T>
Vec<F, T> turn(const Vec<F, T>& v, const Vec<F, T>& d) {
  const T t = norm2(v);
  const auto [c, s] = cos_sinc(T(t / T(4)));
  return d + s * (c * cross(v, d) - (s * t / T(2)) * d);
}

/// The angle between two vectors of any length, in radians from 0 to pi, accurate near both ends; 0 if one vector is 0.
template <class F, class T>
T angle(const Vec<F, T>& a, const Vec<F, T>& b) {
  using std::atan2;
  return atan2(norm(cross(a, b)), dot(a, b));
}

/// The part of v normal to the director d.
template <class F, class T>
Vec<F, T> tangential(const Vec<F, T>& d, const Vec<F, T>& v) {
  return v - dot(d, v) * d;
}

/// v turned by the rotation that takes e3 to the director d without turning about it; singular at d = -e3, and needed
/// only to read body data of a director.
template <class F, class T>
Vec<F, T> drill_free(const Vec<F, T>& d, const Vec<F, T>& v) {
  const Vec<F, T> a = cross(axis<F, T>(2), d), u = cross(a, v);
  return v + u + (T(1) / (T(1) + d[2])) * cross(a, u);
}

}  // namespace polhode
