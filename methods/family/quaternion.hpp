// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "core/geometry/rotation.hpp"

/// Quaternions as four numbers, for updates that add them up. Results need not be of length 1.
namespace polhode {

/// q + s d.
template <class A, class B, class T>
Rotation<A, B, T> plus(const Rotation<A, B, T>& q, const std::type_identity_t<T>& s, const Rotation<A, B, T>& d) {
  return {q.w + s * d.w, q.x + s * d.x, q.y + s * d.y, q.z + s * d.z};
}

/// A(x) v = x* (0, v) x = |x|^2 R(x)^T v.
template <class T>
Vec<Body, T> seen_from(const Rotation<Body, Body, T>& x, const Vec<Body, T>& v) {
  return (inverse(x) * (Rotation<Body, Body, T>{T(0), v[0], v[1], v[2]} * x)).vector();
}

}  // namespace polhode
