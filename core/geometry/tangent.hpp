// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"

/// Values with their 3x3 derivative by the three unknowns of an implicit step. One rule per primitive differentiates
/// the residual of any method exactly, at the price of a few cross products; values and tangents share the code of the
/// residual.
namespace polhode {

/// A vector with its derivative: v(x + dx) = value + derivative dx, column j by component j of the unknown x, in the
/// units of v over those of x. The derivative is a Mat3, or a Diagonal where no
/// component depends on another yet.
template <class F, class T, class D = Mat3<T>>
struct Tangent {
  Vec<F, T> value;
  D derivative;

  template <class E>
  friend auto operator+(const Tangent& a, const Tangent<F, T, E>& b) {
    return tangent(a.value + b.value, a.derivative + b.derivative);
  }
  template <class E>
  friend auto operator-(const Tangent& a, const Tangent<F, T, E>& b) {
    return tangent(a.value - b.value, a.derivative - b.derivative);
  }
  friend Tangent operator+(const Tangent& a, const Vec<F, T>& b) { return {a.value + b, a.derivative}; }
  friend Tangent operator-(const Tangent& a, const Vec<F, T>& b) { return {a.value - b, a.derivative}; }
  friend Tangent operator+(const Vec<F, T>& a, const Tangent& b) { return {a + b.value, b.derivative}; }
  friend Tangent operator-(const Vec<F, T>& a, const Tangent& b) { return {a - b.value, T(-1) * b.derivative}; }
  friend Tangent operator-(const Tangent& a) { return {-a.value, T(-1) * a.derivative}; }
  friend Tangent operator*(const T& s, const Tangent& a) { return {s * a.value, s * a.derivative}; }
};
/// `value` with the given derivative.
template <class F, class T, class D>
Tangent<F, T, D> tangent(const Vec<F, T>& value, const D& derivative) {
  return {value, derivative};
}

/// The unknown itself: derivative 1.
template <class F, class T>
Tangent<F, T, Diagonal<T>> seed(const Vec<F, T>& x) {
  return {x, {T(1), T(1), T(1)}};
}

template <class F, class T, class D, class E>
Tangent<F, T> cross(const Tangent<F, T, D>& a, const Tangent<F, T, E>& b) {
  return {cross(a.value, b.value), hat_times(a.value, b.derivative) - hat_times(b.value, a.derivative)};
}
template <class F, class T, class D>
Tangent<F, T> cross(const Vec<F, T>& a, const Tangent<F, T, D>& b) {
  return {cross(a, b.value), hat_times(a, b.derivative)};
}
template <class F, class T, class D>
Tangent<F, T> cross(const Tangent<F, T, D>& a, const Vec<F, T>& b) {
  return {cross(a.value, b), hat_times(-b, a.derivative)};
}

template <class F, class T, class D>
Tangent<F, T, D> by_components(const Vec<F, T>& a, const Tangent<F, T, D>& b) {
  return {by_components(a, b.value), Diagonal<T>{a[0], a[1], a[2]} * b.derivative};
}

/// A rotation with its derivative as a variation in the frame From: R(x + dx) = value exp(variation dx), in radians.
template <class A, class B, class T>
struct RotationTangent {
  Rotation<A, B, T> value;
  Mat3<T> variation;
};

/// d exp(Psi): the variation is dexp(-Psi) dPsi.
template <class F, class T, class D>
RotationTangent<F, F, T> exp(const Tangent<F, T, D>& Psi) {
  const auto& a = Psi.value;
  const T t = norm2(a);
  const auto series = cos_sinc(T(t / T(4)));
  return {detail::exp(a, series), detail::dexp_matrix(-a, t, series.sinc) * Psi.derivative};
}

/// d cay(a): the variation is (da - a x da / 2) / (1 + |a|^2/4).
template <class F, class T, class D>
RotationTangent<F, F, T> cay(const Tangent<F, T, D>& a) {
  const T s = T(1) / (T(1) + norm2(a.value) / T(4));
  return {cay(a.value), s * (a.derivative - hat_times(T(0.5) * a.value, a.derivative))};
}

/// R dR: the variation of a product whose first factor is fixed is that of the second.
template <class A, class B, class C, class T>
RotationTangent<A, C, T> operator*(const Rotation<B, C, T>& R, const RotationTangent<A, B, T>& Q) {
  return {R * Q.value, Q.variation};
}

/// The matrix whose columns are R^-1 applied to the columns of m.
template <class A, class B, class T, class D>
Mat3<T> columns_back(const Rotation<A, B, T>& R, const D& m) {
  const auto back = inverse(R);
  return from_columns(back * m.template column<B>(0), back * m.template column<B>(1), back * m.template column<B>(2));
}

template <class A, class B, class C, class T>
RotationTangent<A, C, T> operator*(const RotationTangent<B, C, T>& R, const RotationTangent<A, B, T>& Q) {
  return {R.value * Q.value, columns_back(Q.value, R.variation) + Q.variation};
}

/// R^-1 b: d(R^-1 b) = (R^-1 b) x variation + R^-1 db.
template <class A, class B, class T>
Tangent<A, T> rotate_back(const RotationTangent<A, B, T>& R, const Vec<B, T>& b) {
  const Vec<A, T> y = inverse(R.value) * b;
  return {y, hat_times(y, R.variation)};
}
template <class A, class B, class T, class D>
Tangent<A, T> rotate_back(const RotationTangent<A, B, T>& R, const Tangent<B, T, D>& b) {
  const Vec<A, T> y = inverse(R.value) * b.value;
  return {y, hat_times(y, R.variation) + columns_back(R.value, b.derivative)};
}
template <class A, class B, class T>
Vec<A, T> rotate_back(const Rotation<A, B, T>& R, const Vec<B, T>& b) {
  return inverse(R) * b;
}
template <class A, class B, class T, class D>
Tangent<A, T> rotate_back(const Rotation<A, B, T>& R, const Tangent<B, T, D>& b) {
  return {inverse(R) * b.value, columns_back(R, b.derivative)};
}
Zero rotate_back(const auto&, Zero) {
  return {};
}

/// R b: d(R b) = R (variation x b + db).
template <class A, class B, class T, class D>
Tangent<B, T> operator*(const RotationTangent<A, B, T>& R, const Tangent<A, T, D>& b) {
  return {R.value * b.value, columns_back(inverse(R.value), b.derivative - hat_times(b.value, R.variation))};
}

/// d(dexp_inv(a) b), term by term of b - a x b / 2 + chi a x (a x b).
template <class F, class T, class D, class E>
Tangent<F, T> dexp_inv(const Tangent<F, T, D>& a, const Tangent<F, T, E>& b) {
  const T t = norm2(a.value), c = chi(t), slope = T(2) * chi_slope(t);
  const auto u = cross(a, b), v = cross(a, u);
  Tangent<F, T> r = b - T(0.5) * u + c * v;
  for (int j = 0; j < 3; ++j) {
    const T dchi = slope * dot(a.value, a.derivative.template column<F>(j));
    for (int i = 0; i < 3; ++i) r.derivative(i, j) += dchi * v.value[i];
  }
  return r;
}
/// The derivative by b alone.
template <class F, class T, class D>
Tangent<F, T> dexp_inv(const Vec<F, T>& a, const Tangent<F, T, D>& b) {
  const auto u = cross(a, b);
  return b - T(0.5) * u + chi(T(norm2(a))) * cross(a, u);
}

}  // namespace polhode
