// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <ostream>

#include "core/geometry/array.hpp"
#include "core/geometry/real.hpp"

namespace polhode {

/// A number with its N partial derivatives (forward differentiation). Tests use it as an oracle: it differentiates any
/// code of the project, including implicit solves. It is too slow for hot loops, which carry derivatives of vectors
/// (tangent.hpp).
template <class T, int N>
struct Dual {
  T value{};
  Array<T, N> partial{};

  Dual() = default;
  Dual(int v) : value(v) {}
  Dual(long v) : value(static_cast<double>(v)) {}
  Dual(double v) : value(v) {}
  template <class U>
  requires(std::is_same_v<U, T> && !std::is_same_v<U, double>) Dual(const U& v) : value(v) {}
  Dual(const T& v, const Array<T, N>& p) : value(v), partial(p) {}

  /// The i-th independent variable, i = 0 .. N-1, with the value v.
  static Dual variable(const T& v, int i) {
    Dual x(v);
    x.partial[i] = T(1);
    return x;
  }

  explicit operator T() const { return value; }

  /// The number with this value and these partial derivatives, a function of their index.
  static Dual of(const T& value, const auto& partial) {
    Dual r(value);
    for (int i = 0; i < N; ++i) r.partial[i] = partial(i);
    return r;
  }
  /// f(value) with the chain rule, df the derivative of f at value.
  Dual chain(const T& f, const T& df) const {
    return of(f, [&](int i) { return df * partial[i]; });
  }

  friend Dual operator+(const Dual& a) { return a; }
  friend Dual operator-(const Dual& a) { return a.chain(T(-a.value), T(-1)); }
  friend Dual operator+(const Dual& a, const Dual& b) {
    return of(T(a.value + b.value), [&](int i) { return a.partial[i] + b.partial[i]; });
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return of(T(a.value - b.value), [&](int i) { return a.partial[i] - b.partial[i]; });
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return of(T(a.value * b.value), [&](int i) { return a.partial[i] * b.value + a.value * b.partial[i]; });
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T ratio = a.value / b.value;
    return of(ratio, [&](int i) { return (a.partial[i] - ratio * b.partial[i]) / b.value; });
  }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend std::ostream& operator<<(std::ostream& out, const Dual& a) { return out << a.value; }

  /// At 0 only the root of a constant has a derivative, which is 0.
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T r = sqrt(a.value);
    return a.chain(r, r > T(0) ? T(T(1) / (T(2) * r)) : T(0));
  }
  friend Dual sin(const Dual& a) {
    using std::cos, std::sin;
    return a.chain(sin(a.value), cos(a.value));
  }
  friend Dual cos(const Dual& a) {
    using std::cos, std::sin;
    return a.chain(cos(a.value), T(-sin(a.value)));
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const T r = exp(a.value);
    return a.chain(r, r);
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return a.chain(log(a.value), T(1) / a.value);
  }
  friend Dual cosh(const Dual& a) {
    using std::cosh, std::sinh;
    return a.chain(cosh(a.value), sinh(a.value));
  }
  friend Dual tanh(const Dual& a) {
    using std::tanh;
    const T r = tanh(a.value);
    return a.chain(r, T(1) - r * r);
  }
  friend Dual asinh(const Dual& a) {
    using std::asinh, std::sqrt;
    return a.chain(asinh(a.value), T(1) / sqrt(T(1) + a.value * a.value));
  }
  friend Dual acos(const Dual& a) {
    using std::acos, std::sqrt;
    const T slope = T(1) - a.value * a.value;
    return a.chain(acos(a.value), slope > T(0) ? T(T(-1) / sqrt(slope)) : T(0));
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T r2 = x.value * x.value + y.value * y.value;
    return of(T(atan2(y.value, x.value)),
              [&](int i) { return (x.value * y.partial[i] - y.value * x.partial[i]) / r2; });
  }
  friend Dual abs(const Dual& a) { return a.value < T(0) ? -a : a; }
  friend Dual floor(const Dual& a) {
    using std::floor;
    return Dual(T(floor(a.value)));
  }
};

template <class T, int N>
inline constexpr bool carries_derivatives<Dual<T, N>> = true;

template <class T, int N>
const T& value_of(const Dual<T, N>& x) {
  return x.value;
}

}  // namespace polhode

/// A dual is as precise as the number it carries.
template <class T, int N>
struct std::numeric_limits<polhode::Dual<T, N>> : std::numeric_limits<T> {
  static polhode::Dual<T, N> epsilon() { return {std::numeric_limits<T>::epsilon(), {}}; }
  static polhode::Dual<T, N>(min)() { return {(std::numeric_limits<T>::min)(), {}}; }
  static polhode::Dual<T, N>(max)() { return {(std::numeric_limits<T>::max)(), {}}; }
};
