// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/tangent.hpp"
#include "core/spaces/space.hpp"

namespace polhode {

/// A linear map of body vectors, 3x3 in principal axes: gains, stiffness, damping. It transforms as a tensor.
template <class T>
struct BodyTensor {
  Vec<Body, T> rows[3];

  static BodyTensor of(const Mat3<T>& m) {
    BodyTensor t;
    for (int i = 0; i < 3; ++i) t.rows[i] = {m(i, 0), m(i, 1), m(i, 2)};
    return t;
  }
  T trace() const { return rows[0][0] + rows[1][1] + rows[2][2]; }

  friend Vec<Body, T> operator*(const BodyTensor& a, const Vec<Body, T>& v) {
    return {dot(a.rows[0], v), dot(a.rows[1], v), dot(a.rows[2], v)};
  }
  friend Tangent<Body, T> operator*(const BodyTensor& a, const Tangent<Body, T>& v) {
    return {a * v.value, a.matrix() * v.derivative};
  }
  friend BodyTensor operator*(const T& s, const BodyTensor& a) { return {s * a.rows[0], s * a.rows[1], s * a.rows[2]}; }
  Mat3<T> matrix() const {
    return Mat3<T>::of([&](int i, int j) { return rows[i][j]; });
  }
};
template <class U, class T>
BodyTensor<U> cast(const BodyTensor<T>& a) {
  return {cast<U>(a.rows[0]), cast<U>(a.rows[1]), cast<U>(a.rows[2])};
}
namespace detail {
template <class T>
inline constexpr bool in_body<BodyTensor<T>> = true;
}  // namespace detail
/// The tensor after the axes of the body are renamed.
template <class T>
BodyTensor<T> renamed(const BodyTensor<T>& a) {
  return {renamed(a.rows[2]), renamed(a.rows[0]), renamed(a.rows[1])};
}

}  // namespace polhode
