// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/vec.hpp"

namespace polhode {

/// A rotation that maps components in frame From to components in frame To, as a quaternion (w; x, y, z). Increments
/// have unit length by their formula. An accumulated product may be off by rounding; only `normalised` repairs it,
/// where a method's `read` calls it. R v maps components in From to components in To.
template <class From, class To, class T>
struct Rotation {
  T w, x, y, z;

  static Rotation identity() { return {T(1), T(0), T(0), T(0)}; }

  /// The vector part; its components are the same in both frames.
  template <class Frame = From>
  Vec<Frame, T> vector() const {
    return {x, y, z};
  }

  /// R v = v + 2 w (q x v) + 2 q x (q x v), for unit R. In floats the small terms are added first: in a short step the
  /// last one is a few units of v's last place; added alone, it would be rounded alike in every step, and lengths would
  /// drift.
  friend Vec<To, T> operator*(const Rotation& R, const Vec<From, T>& v) {
    const Vec<From, T> q{R.x, R.y, R.z};
    const Vec<From, T> u = cross(q, v), twice{u[0] + u[0], u[1] + u[1], u[2] + u[2]};
    Vec<From, T> r;
    if constexpr (std::is_same_v<T, float>)
      r = v + (R.w * twice + cross(q, twice));
    else
      r = v + R.w * twice + cross(q, twice);
    return {r[0], r[1], r[2]};
  }
};

/// The attitude of a body: body to space.
template <class T>
using Attitude = Rotation<Body, Space, T>;

/// The inverse rotation, To to From, of a quaternion of length 1: its conjugate.
template <class A, class B, class T>
Rotation<B, A, T> inverse(const Rotation<A, B, T>& R) {
  return {R.w, -R.x, -R.y, -R.z};
}

/// First Q, then R. A call that is not inlined would send a loop's attitude through memory.
template <class A, class B, class C, class T>
POLHODE_INLINE inline Rotation<A, C, T> operator*(const Rotation<B, C, T>& R, const Rotation<A, B, T>& Q) {
  return {R.w * Q.w - R.x * Q.x - R.y * Q.y - R.z * Q.z, R.w * Q.x + R.x * Q.w + R.y * Q.z - R.z * Q.y,
          R.w * Q.y - R.x * Q.z + R.y * Q.w + R.z * Q.x, R.w * Q.z + R.x * Q.y - R.y * Q.x + R.z * Q.w};
}

/// Squared length of the quaternion: 1 up to rounding.
template <class A, class B, class T>
T norm2(const Rotation<A, B, T>& R) {
  return R.w * R.w + R.x * R.x + R.y * R.y + R.z * R.z;
}

/// q + s d, of any length.
template <class A, class B, class T>
Rotation<A, B, T> plus(const Rotation<A, B, T>& q, const std::type_identity_t<T>& s, const Rotation<A, B, T>& d) {
  return {q.w + s * d.w, q.x + s * d.x, q.y + s * d.y, q.z + s * d.z};
}

/// q (0, w), twice the rate q' of q at the angular velocity w, in From's frame. Doubles omit the products by zero;
/// other scalars keep them, because their work may be counted.
template <class A, class B, class T>
Rotation<A, B, T> twice_quaternion_rate(const Rotation<A, B, T>& q, const Vec<A, T>& w) {
  if constexpr (is_double<T>)
    return {-(q.x * w[0]) - q.y * w[1] - q.z * w[2], q.w * w[0] + q.y * w[2] - q.z * w[1],
            q.w * w[1] - q.x * w[2] + q.z * w[0], q.w * w[2] + q.x * w[1] - q.y * w[0]};
  else
    return q * Rotation<A, A, T>{T(0), w[0], w[1], w[2]};
}
/// q' = q (0, w) / 2.
template <class A, class B, class T>
Rotation<A, B, T> quaternion_rate(const Rotation<A, B, T>& q, const Vec<A, T>& w) {
  return twice_quaternion_rate(q, w / T(2));
}

/// The rotation with a quaternion of length 1.
template <class A, class B, class T>
Rotation<A, B, T> normalised(const Rotation<A, B, T>& R) {
  const T s = T(1) / root(norm2(R));
  return {s * R.w, s * R.x, s * R.y, s * R.z};
}

/// The rotation q / |q| of a quaternion of any length. Doubles need no root; other scalars are normalised, because
/// their work may be counted.
template <class A, class B, class T>
struct Unscaled {
  Rotation<A, B, T> q;

  operator Rotation<A, B, T>() const { return normalised(q); }
};
template <class A, class B, class T>
POLHODE_INLINE inline Vec<A, T> rotate_back(const Unscaled<A, B, T>& R, const Vec<B, T>& v) {
  if constexpr (std::is_same_v<T, double>) {
    const Vec<A, T> b{v[0], v[1], v[2]}, q{R.q.x, R.q.y, R.q.z}, u = cross(b, q);
    return b + T(2 / norm2(R.q)) * (R.q.w * u + cross(u, q));
  } else {
    return inverse(normalised(R.q)) * v;
  }
}

template <class A, class B, class T>
bool is_finite(const Rotation<A, B, T>& R) {
  return is_finite(T(R.w + R.x + R.y + R.z));
}

template <class U, class A, class B, class T>
Rotation<A, B, U> cast(const Rotation<A, B, T>& R) {
  return {scalar_cast<U>(R.w), scalar_cast<U>(R.x), scalar_cast<U>(R.y), scalar_cast<U>(R.z)};
}

/// Reads the same numbers between other frames (a change of body axes renames frames, see principal axes).
template <class A2, class B2, class A, class B, class T>
Rotation<A2, B2, T> relabel(const Rotation<A, B, T>& R) {
  return {R.w, R.x, R.y, R.z};
}

/// The matrix of a unit quaternion; its columns are the From axes in To components.
template <class A, class B, class T>
Mat3<T> matrix(const Rotation<A, B, T>& R) {
  return from_columns(R * axis<A, T>(0), R * axis<A, T>(1), R * axis<A, T>(2));
}

/// The quaternion, w >= 0, of a matrix whose columns are the From axes in To components, by the largest of its four
/// components [Shepperd 1978]. Orthogonality and determinant 1 are not checked.
template <class A, class B, class T>
Rotation<A, B, T> from_matrix(const Mat3<T>& m) {
  using std::sqrt;
  const T trace = m(0, 0) + m(1, 1) + m(2, 2);
  int i = 0;
  if (m(1, 1) > m(0, 0)) i = 1;
  if (m(2, 2) > m(i, i)) i = 2;
  Rotation<A, B, T> q;
  if (trace > m(i, i)) {
    q = {T(1) + trace, m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
  } else {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    T v[3];
    v[i] = T(1) + m(i, i) - m(j, j) - m(k, k);
    v[j] = m(j, i) + m(i, j);
    v[k] = m(k, i) + m(i, k);
    q = {m(k, j) - m(j, k), v[0], v[1], v[2]};
  }
  if (q.w < T(0)) q = {-q.w, -q.x, -q.y, -q.z};
  return normalised(q);
}

}  // namespace polhode
