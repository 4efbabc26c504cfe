// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/geometry/array.hpp"
#include "core/geometry/rotation.hpp"

/// Exponential, logarithm, Cayley map and right-trivialised differentials on SO(3).
///
/// The coefficients are entire functions of t = |Psi|^2, whose derivatives exist at 0. Up to t = 1 their series is
/// summed (as many terms as epsilon<T> requires, no cancellation); beyond it the closed form is used. Rotation vectors
/// are in radians; t is in radians squared and never negative. dexp follows Iserles, Munthe-Kaas, Norsett & Zanna 2000.
/// docs/accuracy.md has the accuracy of the functions in double.
namespace polhode {

namespace detail {

/// Terms of an alternating series with a_k / a_{k-1} = 1 / Law::ratio(k) that reach 2^-bits at t = 2^-shift.
template <class Law>
constexpr int terms_to(int bits, int shift = 0) {
  double reached = 0;
  int k = 0;
  while (reached < bits + 4) {
    ++k, reached += shift;
    for (double r = Law::ratio(k); r > 1; r /= 2) reached += r >= 2 ? 1 : r - 1;
  }
  return k;
}

/// sum_k c_k x^k by pairs (Estrin), which shortens the chain of dependent operations.
template <std::size_t n>
double polynomial(const std::array<double, n>& c, double x) {
  if constexpr (n == 1) {
    return c[0];
  } else {
    std::array<double, (n + 1) / 2> pairs;
    for (std::size_t i = 0; i < n / 2; ++i) pairs[i] = c[2 * i] + x * c[2 * i + 1];
    if constexpr (n % 2 == 1) pairs[n / 2] = c[n - 1];
    return polynomial(pairs, x * x);
  }
}

/// The coefficients a_k (-1)^k for k = 1..n.
template <class Law, int n>
constexpr auto alternating_coefficients() {
  std::array<double, extent(n)> c{};
  double last = 1.0 / Law::first;
  for (int k = 1; k <= n; ++k) c[extent(k - 1)] = last = -last / Law::ratio(k);
  return c;
}

/// Terms for doubles: up to `tiny` four, summed in two levels of pairs, and more where t is larger. Up to `tiny` the
/// last term is below rounding.
template <class Law>
struct AlternatingTerms {
  static constexpr double tiny = 1.0 / 256, small = 1.0 / 16;
  static constexpr auto fewest = alternating_coefficients<Law, terms_to<Law>(53, 8) - 1>();
  static constexpr auto few = alternating_coefficients<Law, terms_to<Law>(53, 4)>();
  static constexpr auto all = alternating_coefficients<Law, terms_to<Law>(53)>();
};

/// sum_k a_k (-t)^k, a_0 = 1 / Law::first, for 0 <= t <= 1. a_0 is added last, so that only one rounding has the size
/// of the sum; rotations of a long run keep their length.
template <class Law, class T>
T alternating(const T& t) {
  if constexpr (std::is_same_v<T, double>) {
    using Terms = AlternatingTerms<Law>;
    return 1.0 / Law::first + t * (t <= Terms::tiny    ? polynomial(Terms::fewest, t)
                                   : t <= Terms::small ? polynomial(Terms::few, t)
                                                       : polynomial(Terms::all, t));
  } else {
    constexpr int all = terms_to<Law>(std::numeric_limits<T>::digits), of_doubles = terms_to<Law>(53);
    T sum(1);
    for (int k = bits<T>() == std::numeric_limits<T>::digits ? all : of_doubles; k >= 1; --k)
      sum = T(1) - t * sum / T(Law::ratio(k));
    return sum / T(Law::first);
  }
}

/// a_0 = 1 / f and a_{k-1} / a_k = (2 k + a)(2 k + b).
template <int f, int a, int b>
struct SeriesLaw {
  static constexpr int first = f;
  static constexpr int ratio(int k) { return (2 * k + a) * (2 * k + b); }
};
using CosLaw = SeriesLaw<1, -1, 0>;
using SincLaw = SeriesLaw<1, 0, 1>;
using SineDefectLaw = SeriesLaw<6, 2, 3>;
using SincSlopeLaw = SeriesLaw<3, 0, 3>;
using SincCurveLaw = SeriesLaw<15, 0, 5>;

}  // namespace detail

/// cos(sqrt t) and sin(sqrt t) / sqrt t, for t >= 0.
template <class T>
struct CosSinc {
  T cos, sinc;
};
/// cos(angle) and sin(angle)/angle from t = angle^2, with derivatives at t = 0, too.
template <class T>
CosSinc<T> cos_sinc(const T& t) {
  if (t <= T(1)) return {detail::alternating<detail::CosLaw>(t), detail::alternating<detail::SincLaw>(t)};
  using std::cos, std::sin, std::sqrt;
  const T s = sqrt(t);
  return {cos(s), sin(s) / s};
}

/// sin(sqrt t) / sqrt t.
template <class T>
T sinc_root(const T& t) {
  if (t <= T(1)) return detail::alternating<detail::SincLaw>(t);
  using std::sin, std::sqrt;
  const T s = sqrt(t);
  return sin(s) / s;
}

/// (s - sin s) / s^3 with s = sqrt t.
template <class T>
T sine_defect(const T& t) {
  if (t <= T(1)) return detail::alternating<detail::SineDefectLaw>(t);
  using std::sin, std::sqrt;
  const T s = sqrt(t);
  return (s - sin(s)) / (s * t);
}

/// (sin s - s cos s) / s^3 with s = sqrt t; this is -2 d(sinc_root)/dt.
template <class T>
T sinc_slope(const T& t) {
  if (t <= T(1)) return detail::alternating<detail::SincSlopeLaw>(t);
  using std::cos, std::sin, std::sqrt;
  const T s = sqrt(t);
  return (sin(s) - s * cos(s)) / (s * t);
}

/// (3 sinc_slope(t) - sinc_root(t)) / t; this is -2 d(sinc_slope)/dt.
template <class T>
T sinc_curve(const T& t) {
  if (t <= T(1)) return detail::alternating<detail::SincCurveLaw>(t);
  return (T(3) * sinc_slope(t) - sinc_root(t)) / t;
}

/// (1 - cos s) / s^2 with s = sqrt t, by the half angle.
template <class T>
T versine(const T& t) {
  const T s = sinc_root(T(t / T(4)));
  return s * s / T(2);
}

/// (1 - (s/2) cot(s/2)) / s^2 with s = sqrt t, the coefficient chi of dexp_inv, for t < 4 pi^2, where it is infinite.
template <class T>
T chi(const T& t) {
  const T quarter = t / T(4);
  return sinc_slope(quarter) / (T(4) * sinc_root(quarter));
}

/// d chi / dt.
template <class T>
T chi_slope(const T& t) {
  const T quarter = t / T(4), s = sinc_root(quarter), ratio = sinc_slope(quarter) / s;
  return (ratio * ratio - sinc_curve(quarter) / s) / T(32);
}

namespace detail {

/// exp(hat Psi), given the cosine and the sinc of |Psi|/2.
template <class F, class T>
Rotation<F, F, T> exp(const Vec<F, T>& Psi, const CosSinc<T>& at_half) {
  const auto half = at_half.sinc * (T(0.5) * Psi);
  return {at_half.cos, half[0], half[1], half[2]};
}

}  // namespace detail

/// exp(hat Psi), for Psi of any length: a turn by |Psi| radians about Psi. Its length is 1 up to rounding.
template <class F, class T>
Rotation<F, F, T> exp(const Vec<F, T>& Psi) {
  return detail::exp(Psi, cos_sinc(T(norm2(Psi) / T(4))));
}

/// The Cayley map (1 - hat(a)/2)^-1 (1 + hat(a)/2): a turn by 2 atan(|a|/2) about a.
template <class F, class T>
Rotation<F, F, T> cay(const Vec<F, T>& a) {
  const T w = T(1) / root(T(T(1) + norm2(a) / T(4))), half = w / T(2);
  return {w, half * a[0], half * a[1], half * a[2]};
}

/// The shortest rotation vector of R, in radians, |log R| <= pi, for every angle; at pi it is either of two solutions.
/// Its components are the same in both frames.
template <class A, class B, class T>
Vec<A, T> log(const Rotation<A, B, T>& R) {
  using std::atan2, std::sqrt;
  const T flip = R.w < T(0) ? T(-1) : T(1), w = flip * R.w;
  const Vec<A, T> v = flip * R.vector();
  const T v2 = norm2(v);
  if (T(16) * v2 <= w * w) {  // atan(s)/s by its series: no root, so that derivatives exist at 0
    const T s2 = v2 / (w * w);
    const int n = bits<T>() / 4 + 1;
    T sum(0);
    for (int k = n; k >= 0; --k) sum = T(1) / T(2 * k + 1) - s2 * sum;
    return (T(2) * sum / w) * v;
  }
  const T s = sqrt(v2);
  return (T(2) * atan2(s, w) / s) * v;
}

/// dexp(Psi) b, for any Psi: d exp(Psi) = hat(dexp(Psi) dPsi) exp(Psi).
template <class F, class T>
Vec<F, T> dexp(const Vec<F, T>& Psi, const Vec<F, T>& b) {
  const T t = norm2(Psi);
  const Vec<F, T> u = cross(Psi, b);
  return b + versine(t) * u + sine_defect(t) * cross(Psi, u);
}

/// The inverse of b -> dexp(Psi) b, for |Psi| < 2 pi.
template <class F, class T>
Vec<F, T> dexp_inv(const Vec<F, T>& Psi, const Vec<F, T>& b) {
  const Vec<F, T> u = cross(Psi, b);
  return b - u / T(2) + chi(T(norm2(Psi))) * cross(Psi, u);
}

namespace detail {

/// The matrix of dexp(Psi), given |Psi|^2 and sin(|Psi|/2) / (|Psi|/2).
template <class F, class T>
Mat3<T> dexp_matrix(const Vec<F, T>& Psi, const T& t, const T& half_sinc) {
  const T defect = sine_defect(t);
  const Vec<F, T> v = (half_sinc * half_sinc / T(2)) * Psi, d = defect * Psi;
  const T xy = d[0] * Psi[1], yz = d[1] * Psi[2], zx = d[2] * Psi[0], sinc = T(1) - defect * t;
  return {{{sinc + d[0] * Psi[0], xy + v[2], zx - v[1]},
           {xy - v[2], sinc + d[1] * Psi[1], yz + v[0]},
           {zx + v[1], yz - v[0], sinc + d[2] * Psi[2]}}};
}

}  // namespace detail

/// The matrix of dexp(Psi).
template <class F, class T>
Mat3<T> dexp_matrix(const Vec<F, T>& Psi) {
  const T t = norm2(Psi);
  return detail::dexp_matrix(Psi, t, sinc_root(T(t / T(4))));
}

/// exp(angle * axis I): a turn about one coordinate axis, I = 0, 1, 2, by an angle in radians.
template <int I, class F, class T>
Rotation<F, F, T> axis_rotation(const T& angle) {
  const auto [c, s] = cos_sinc(T(angle * angle / T(4)));
  Rotation<F, F, T> q{c, T(0), T(0), T(0)};
  (I == 0 ? q.x : I == 1 ? q.y : q.z) = s * angle / T(2);
  return q;
}

}  // namespace polhode
