// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "core/geometry/real.hpp"

/// Vectors that know their frame. Adding a spatial vector to a body vector does not compile.
namespace polhode {

/// The frame that turns with the body: origin at the fixed point, axes along the principal axes of inertia.
struct Body;
/// The frame at rest. Gravity and `vertical` are along its third axis unless stated otherwise.
struct Space;

/// Three components in one frame, v[0], v[1], v[2], in the units of what they mean.
template <class Frame, class T>
struct Vec {
  T c[3];

  T& operator[](int i) { return c[i]; }
  const T& operator[](int i) const { return c[i]; }
  std::array<T, 3> as_array() const { return {c[0], c[1], c[2]}; }

  Vec& operator+=(const Vec& b) { return *this = *this + b; }
  Vec& operator-=(const Vec& b) { return *this = *this - b; }

  friend Vec operator+(const Vec& a, const Vec& b) { return {a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]}; }
  friend Vec operator-(const Vec& a, const Vec& b) { return {a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}; }
  friend Vec operator-(const Vec& a) { return {-a.c[0], -a.c[1], -a.c[2]}; }
  friend Vec operator*(const T& s, const Vec& a) { return {s * a.c[0], s * a.c[1], s * a.c[2]}; }
  friend Vec operator/(const Vec& a, const T& s) { return {a.c[0] / s, a.c[1] / s, a.c[2] / s}; }
};

/// The i-th unit vector of the frame, i = 0, 1, 2.
template <class Frame, class T>
Vec<Frame, T> axis(int i) {
  return {T(i == 0), T(i == 1), T(i == 2)};
}

/// The scalar product.
template <class F, class T>
T dot(const Vec<F, T>& a, const Vec<F, T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The vector product.
template <class F, class T>
Vec<F, T> cross(const Vec<F, T>& a, const Vec<F, T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The vector of the products of components.
template <class F, class T>
Vec<F, T> by_components(const Vec<F, T>& a, const Vec<F, T>& b) {
  return {a[0] * b[0], a[1] * b[1], a[2] * b[2]};
}

template <class F, class T>
T norm2(const Vec<F, T>& a) {
  return dot(a, a);
}

/// Euclidean length, in the units of a. Scaled by the largest component, so that neither 1e-200 nor 1e200 is lost;
/// infinite or NaN if a component is.
template <class F, class T>
T norm(const Vec<F, T>& a) {
  using std::abs;
  const T p = abs(a[0]), q = abs(a[1]), r = abs(a[2]);
  const T largest = p > q ? (p > r ? p : r) : (q > r ? q : r);
  if (!(largest > T(0)) || !is_finite(largest)) return p + q + r;
  const Vec<F, T> b = a / largest;
  return largest * root(norm2(b));
}

template <class F, class T>
bool is_finite(const Vec<F, T>& a) {
  return is_finite(T(a[0] + a[1] + a[2]));
}

/// The vector in another scalar, in the same frame and units; rounded if U is narrower.
template <class U, class F, class T>
Vec<F, U> cast(const Vec<F, T>& a) {
  return {scalar_cast<U>(a[0]), scalar_cast<U>(a[1]), scalar_cast<U>(a[2])};
}

/// A vector that is zero by type: terms built from it vanish from the compiled code.
struct Zero {
  friend Zero operator+(Zero, Zero) { return {}; }
  friend Zero operator-(Zero, Zero) { return {}; }
  friend Zero operator-(Zero) { return {}; }
};
template <class V>
V operator+(const V& a, Zero) {
  return a;
}
template <class V>
V operator-(const V& a, Zero) {
  return a;
}
Zero operator*(const auto&, Zero) {
  return {};
}

/// A 3x3 matrix by columns; linear maps and derivatives. m(i, j) is row i of column j, from 0.
template <class T>
struct Mat3 {
  T c[3][3];  ///< c[j] is column j

  T& operator()(int i, int j) { return c[j][i]; }
  const T& operator()(int i, int j) const { return c[j][i]; }

  template <class F>
  Vec<F, T> column(int j) const {
    return {c[j][0], c[j][1], c[j][2]};
  }

  /// The matrix with entries f(i, j). It is unrolled, because a loop would keep the entries in memory.
  static Mat3 of(const auto& f) {
    return {{{f(0, 0), f(1, 0), f(2, 0)}, {f(0, 1), f(1, 1), f(2, 1)}, {f(0, 2), f(1, 2), f(2, 2)}}};
  }

  friend Mat3 operator+(const Mat3& a, const Mat3& b) {
    return of([&](int i, int j) { return T(a(i, j) + b(i, j)); });
  }
  friend Mat3 operator-(const Mat3& a, const Mat3& b) {
    return of([&](int i, int j) { return T(a(i, j) - b(i, j)); });
  }
  friend Mat3 operator*(const T& s, const Mat3& a) {
    return of([&](int i, int j) { return T(s * a(i, j)); });
  }
  friend Mat3 operator*(const Mat3& a, const Mat3& b) {
    return of([&](int i, int j) { return T(a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j)); });
  }
  template <class F>
  friend Vec<F, T> operator*(const Mat3& a, const Vec<F, T>& v) {
    return v[0] * a.template column<F>(0) + v[1] * a.template column<F>(1) + v[2] * a.template column<F>(2);
  }
};

/// A diagonal 3x3 matrix: the derivative of an unknown before anything couples its components.
template <class T>
struct Diagonal {
  T d[3];

  template <class F>
  Vec<F, T> column(int j) const {
    return {j == 0 ? d[0] : T(0), j == 1 ? d[1] : T(0), j == 2 ? d[2] : T(0)};
  }

  friend Diagonal operator+(const Diagonal& a, const Diagonal& b) {
    return {a.d[0] + b.d[0], a.d[1] + b.d[1], a.d[2] + b.d[2]};
  }
  friend Diagonal operator-(const Diagonal& a, const Diagonal& b) {
    return {a.d[0] - b.d[0], a.d[1] - b.d[1], a.d[2] - b.d[2]};
  }
  friend Diagonal operator*(const T& s, const Diagonal& a) { return {s * a.d[0], s * a.d[1], s * a.d[2]}; }
  friend Diagonal operator*(const Diagonal& a, const Diagonal& b) {
    return {a.d[0] * b.d[0], a.d[1] * b.d[1], a.d[2] * b.d[2]};
  }

  friend Mat3<T> operator+(const Mat3<T>& m, const Diagonal& a) {
    return Mat3<T>::of([&](int i, int j) { return i == j ? T(m(i, j) + a.d[i]) : m(i, j); });
  }
  friend Mat3<T> operator+(const Diagonal& a, const Mat3<T>& m) { return m + a; }
  friend Mat3<T> operator-(const Mat3<T>& m, const Diagonal& a) {
    return Mat3<T>::of([&](int i, int j) { return i == j ? T(m(i, j) - a.d[i]) : m(i, j); });
  }
  friend Mat3<T> operator-(const Diagonal& a, const Mat3<T>& m) {
    return Mat3<T>::of([&](int i, int j) { return i == j ? T(a.d[i] - m(i, j)) : T(-m(i, j)); });
  }
  friend Mat3<T> operator*(const Diagonal& a, const Mat3<T>& m) {
    return Mat3<T>::of([&](int i, int j) { return T(a.d[i] * m(i, j)); });
  }
  friend Mat3<T> operator*(const Mat3<T>& m, const Diagonal& a) {
    return Mat3<T>::of([&](int i, int j) { return T(m(i, j) * a.d[j]); });
  }
};

/// The matrix with the given columns.
template <class F, class T>
Mat3<T> from_columns(const Vec<F, T>& a, const Vec<F, T>& b, const Vec<F, T>& c) {
  return {{{a[0], a[1], a[2]}, {b[0], b[1], b[2]}, {c[0], c[1], c[2]}}};
}

/// The 3 x 3 identity matrix.
template <class T>
Mat3<T> identity_matrix() {
  return {{{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}}};
}

/// The transpose of a matrix.
template <class T>
Mat3<T> transpose(const Mat3<T>& a) {
  return Mat3<T>::of([&](int i, int j) { return a(j, i); });
}

/// The matrix whose columns are a x (columns of m): hat(a) m.
template <class F, class T>
Mat3<T> hat_times(const Vec<F, T>& a, const Mat3<T>& m) {
  return from_columns(cross(a, m.template column<F>(0)), cross(a, m.template column<F>(1)),
                      cross(a, m.template column<F>(2)));
}
template <class F, class T>
Mat3<T> hat_times(const Vec<F, T>& a, const Diagonal<T>& m) {
  const auto& d = m.d;
  return {{{T(0), d[0] * a[2], -d[0] * a[1]}, {-d[1] * a[2], T(0), d[1] * a[0]}, {d[2] * a[1], -d[2] * a[0], T(0)}}};
}

/// hat(a): hat(a) b = a x b.
template <class F, class T>
Mat3<T> hat(const Vec<F, T>& a) {
  return hat_times(a, identity_matrix<T>());
}

/// A 3x3 matrix prepared for Cramer's rule. Nothing is thrown; solutions of a singular matrix are not finite.
template <class T>
struct Factorised {
  Vec<void, T> c0, c1, c2;  ///< rows of det * inverse
  T reciprocal;             ///< 1 / det

  explicit Factorised(const Mat3<T>& a) {
    const auto a0 = a.template column<void>(0), a1 = a.template column<void>(1), a2 = a.template column<void>(2);
    c0 = cross(a1, a2), c1 = cross(a2, a0), c2 = cross(a0, a1);
    reciprocal = T(1) / dot(a0, c0);
  }

  /// x with a x = b.
  template <class F>
  Vec<F, T> solve(const Vec<F, T>& b) const {
    const Vec<void, T> v{b[0], b[1], b[2]};
    return {reciprocal * dot(c0, v), reciprocal * dot(c1, v), reciprocal * dot(c2, v)};
  }
};

/// The matrix, prepared to solve for many right sides.
template <class T>
Factorised<T> factorised(const Mat3<T>& a) {
  return Factorised<T>(a);
}

/// x with a x = b; not finite if a is singular.
template <class F, class T>
Vec<F, T> solve_linear(const Mat3<T>& a, const Vec<F, T>& b) {
  return Factorised<T>(a).solve(b);
}

}  // namespace polhode
