// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <experimental/simd>

#include "core/geometry/so3.hpp"
#include "core/stepping/select.hpp"

/// Several doubles at once as one scalar: the text of a step moves one body in each lane. Every lane has the bits that
/// the text has in double, whatever stands in the others, if the compiler contracts neither.
namespace polhode {

/// Result of a comparison of packs: a bool for each lane.
template <int N>
using Mask = std::experimental::simd_mask<double, std::experimental::simd_abi::deduce_t<double, N>>;

// Packs of one width are of another type for each set of instructions: what is compiled for them has another name.
inline namespace INSTRUCTIONS {

/// N doubles: a register, if they fill one.
template <int N>
struct Pack {
  using Lanes = std::experimental::simd<double, std::experimental::simd_abi::deduce_t<double, N>>;
  Lanes x;

  Pack() = default;
  Pack(double all) : x(all) {}
  explicit Pack(const Lanes& lanes) : x(lanes) {}
  /// Lane i is f(i).
  template <class F>
  static Pack of(const F& f) {
    return Pack(Lanes([&](auto i) { return static_cast<double>(f(static_cast<int>(i))); }));
  }
  double operator[](int i) const { return x[i]; }

  friend Pack operator-(const Pack& a) { return Pack(-a.x); }
  friend Pack operator+(const Pack& a, const Pack& b) { return Pack(a.x + b.x); }
  friend Pack operator-(const Pack& a, const Pack& b) { return Pack(a.x - b.x); }
  friend Pack operator*(const Pack& a, const Pack& b) { return Pack(a.x * b.x); }
  friend Pack operator/(const Pack& a, const Pack& b) { return Pack(a.x / b.x); }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }

  friend Mask<N> operator<(const Pack& a, const Pack& b) { return a.x < b.x; }
  friend Mask<N> operator>(const Pack& a, const Pack& b) { return a.x > b.x; }
  friend Mask<N> operator<=(const Pack& a, const Pack& b) { return a.x <= b.x; }
  friend Mask<N> operator>=(const Pack& a, const Pack& b) { return a.x >= b.x; }
  friend Mask<N> operator==(const Pack& a, const Pack& b) { return a.x == b.x; }
  friend Mask<N> operator!=(const Pack& a, const Pack& b) { return a.x != b.x; }

  friend Pack sqrt(const Pack& a) { return Pack(sqrt(a.x)); }
  friend Pack abs(const Pack& a) { return Pack(abs(a.x)); }
  friend Pack copysign(const Pack& a, const Pack& b) { return Pack(copysign(a.x, b.x)); }
  friend Mask<N> is_finite(const Pack& a) { return a.x - a.x == Lanes(0.0); }
};

}  // namespace INSTRUCTIONS

template <int N>
Pack<N> select(const Mask<N>& condition, const Pack<N>& a, const Pack<N>& b) {
  auto r = b.x;
  where(condition, r) = a.x;
  return Pack<N>(r);
}
template <class F, int N>
Vec<F, Pack<N>> select(const Mask<N>& condition, const Vec<F, Pack<N>>& a, const Vec<F, Pack<N>>& b) {
  return {select(condition, a[0], b[0]), select(condition, a[1], b[1]), select(condition, a[2], b[2])};
}

template <int N>
inline constexpr bool is_double<Pack<N>> = true;

namespace detail {

template <class F, int N>
Pack<N> largest(const Vec<F, Pack<N>>& v) {
  const auto greater = [](const Pack<N>& a, const Pack<N>& b) { return select(a > b, a, b); };
  return greater(greater(abs(v[0]), abs(v[1])), abs(v[2]));
}

}  // namespace detail

/// The length of vec.hpp.
template <class F, int N>
Pack<N> norm(const Vec<F, Pack<N>>& v) {
  const auto largest = detail::largest(v);
  const auto scaled = largest > Pack<N>(0.0) && is_finite(largest);
  return select(scaled, largest * sqrt(norm2(v / largest)), abs(v[0]) + abs(v[1]) + abs(v[2]));
}

/// R^-1 v, as in double, of a quaternion of any length.
template <class A, class B, int N>
Vec<A, Pack<N>> rotate_back(const Unscaled<A, B, Pack<N>>& R, const Vec<B, Pack<N>>& v) {
  const Vec<A, Pack<N>> b{v[0], v[1], v[2]}, q{R.q.x, R.q.y, R.q.z}, u = cross(b, q);
  return b + (2.0 / norm2(R.q)) * (R.q.w * u + cross(u, q));
}

/// The polynomial of so3.hpp in its order of operations.
template <class C, std::size_t n, int N>
Pack<N> polynomial(const std::array<C, n>& c, const Pack<N>& x) {
  if constexpr (n == 1) {
    return c[0];
  } else {
    std::array<Pack<N>, (n + 1) / 2> pairs;
    for (std::size_t i = 0; i < n / 2; ++i) pairs[i] = c[2 * i] + x * c[2 * i + 1];
    if constexpr (n % 2 == 1) pairs[n / 2] = c[n - 1];
    return polynomial(pairs, x * x);
  }
}

namespace detail {

/// The series of so3.hpp, up to t = 1; where t is small in all lanes, the shorter ones alone.
template <class Law, int N>
Pack<N> alternating(const Pack<N>& t) {
  using Terms = AlternatingTerms<Law>;
  const auto larger = t > Pack<N>(Terms::tiny), largest = t > Pack<N>(Terms::small);
  auto sum = polynomial(Terms::fewest, t);
  if (any(larger)) sum = select(larger, polynomial(Terms::few, t), sum);
  if (any(largest)) sum = select(largest, polynomial(Terms::all, t), sum);
  return 1.0 / Law::first + t * sum;
}

/// The lanes with t > 1 in closed form, one by one. A call: such turns are rare.
template <int N>
[[gnu::noinline, gnu::cold]] CosSinc<Pack<N>> with_closed_form(CosSinc<Pack<N>> r, const Pack<N>& t) {
  for (int i = 0; i < N; ++i) {
    if (!(t[i] > 1)) continue;
    const double s = std::sqrt(t[i]);
    r.cos.x[i] = std::cos(s), r.sinc.x[i] = std::sin(s) / s;
  }
  return r;
}

}  // namespace detail

template <int N>
CosSinc<Pack<N>> cos_sinc(const Pack<N>& t) {
  const CosSinc<Pack<N>> r{detail::alternating<detail::CosLaw>(t), detail::alternating<detail::SincLaw>(t)};
  if (any(t > Pack<N>(1.0))) [[unlikely]]
    return detail::with_closed_form(r, t);
  return r;
}

}  // namespace polhode

template <int N>
struct std::numeric_limits<polhode::Pack<N>> : std::numeric_limits<double> {};
