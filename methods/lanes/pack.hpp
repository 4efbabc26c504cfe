// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/geometry/so3.hpp"
#include "core/stepping/select.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/// Several doubles at once as one scalar: the code of a step moves one body in each lane. Every lane has the bits of
/// the code in double, whatever the other lanes hold, if the compiler contracts neither. Registers are vectors of the
/// compiler, and operators are written out: packs of std::experimental::simd take twice as long to compile.
namespace polhode {

// Packs of one width have another type, and their code another name, for each set of instructions.
inline namespace INSTRUCTIONS {

/// The doubles of one instruction.
typedef double Register __attribute__((vector_size(LANES * sizeof(double))));

#if LANES == 8
using Truths = __mmask8;  ///< for each double of a register
inline Truths less(const Register& a, const Register& b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LT_OS);
}
inline Truths at_most(const Register& a, const Register& b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LE_OS);
}
inline Truths equal(const Register& a, const Register& b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
}
inline Register select(Truths condition, const Register& a, const Register& b) {
  return _mm512_mask_blend_pd(condition, b, a);
}
#elif LANES == 2 && defined(__SSE2__)
using Truths = __m128i;  ///< all bits, or none; GCC splits conditions of its own vectors: SSE2 compares no integers
inline Truths less(const Register& a, const Register& b) {
  return _mm_castpd_si128(_mm_cmplt_pd(a, b));
}
inline Truths at_most(const Register& a, const Register& b) {
  return _mm_castpd_si128(_mm_cmple_pd(a, b));
}
inline Truths equal(const Register& a, const Register& b) {
  return _mm_castpd_si128(_mm_cmpeq_pd(a, b));
}
inline Register select(const Truths& condition, const Register& a, const Register& b) {
  const auto c = _mm_castsi128_pd(condition);
  return _mm_or_pd(_mm_and_pd(c, a), _mm_andnot_pd(c, b));
}
#else
using Truths = decltype(Register() < Register());  ///< for each double of a register: all bits, or none
/// a < b, for each number.
inline Truths less(const Register& a, const Register& b) {
  return a < b;
}
/// a <= b, for each number.
inline Truths at_most(const Register& a, const Register& b) {
  return a <= b;
}
inline Truths equal(const Register& a, const Register& b) {
  return a == b;
}
inline Register select(const Truths& condition, const Register& a, const Register& b) {
  return condition ? a : b;
}
#endif
/// A bit for each number.
inline int bits(const Truths& x) {
#if LANES == 8
  return x;
#elif LANES == 4
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(x));
#elif defined(__SSE2__)
  return _mm_movemask_pd(reinterpret_cast<__m128d>(x));
#else
  int all = 0;
  for (int i = 0; i < LANES; ++i) all |= (x[i] & 1) << i;
  return all;
#endif
}
/// The square root of each number.
inline Register root(const Register& x) {
#if LANES == 8
  return _mm512_sqrt_pd(x);
#elif LANES == 4
  return _mm256_sqrt_pd(x);
#elif defined(__SSE2__)
  return _mm_sqrt_pd(x);
#else
  Register r;
  for (int i = 0; i < LANES; ++i) r[i] = std::sqrt(x[i]);
  return r;
#endif
}

/// Result of a comparison of packs: a bool for each of N lanes, in one register or two.
template <int N>
struct Mask {
  static constexpr int last = N > LANES;

  Truths x[last + 1];

  Mask() = default;
  explicit Mask(bool all) : Mask(equal(Register{}, Register{} + (all ? 0.0 : 1.0))) {}
  explicit Mask(const Truths& each) : Mask(each, each) {}
  Mask(const Truths& a, const Truths& b) { x[0] = a, x[last] = b; }
  bool operator[](int i) const { return bits(x[i / LANES]) >> i % LANES & 1; }

  friend Mask operator!(const Mask& a) { return Mask(~a.x[0], ~a.x[last]); }
  friend Mask operator&&(const Mask& a, const Mask& b) { return Mask(a.x[0] & b.x[0], a.x[last] & b.x[last]); }
  friend Mask operator||(const Mask& a, const Mask& b) { return Mask(a.x[0] | b.x[0], a.x[last] | b.x[last]); }
  friend bool any_of(const Mask& a) { return bits(a.x[0] | a.x[last]) != 0; }
  friend bool all_of(const Mask& a) { return !any_of(!a); }
};

/// N doubles, in one register or two.
template <int N>
struct Pack {
  static constexpr int last = N > LANES;

  Register x[last + 1];

  Pack() = default;
  Pack(double all) : Pack(all - Register{}, all - Register{}) {}
  Pack(const Register& a, const Register& b) { x[0] = a, x[last] = b; }
  /// Lane i is f(i).
  static Pack of(const auto& f) {
    Pack r;
    for (int i = 0; i < N; ++i) r.set(i, static_cast<double>(f(i)));
    return r;
  }

  double operator[](int i) const { return x[i / LANES][i % LANES]; }
  void set(int i, double value) { x[i / LANES][i % LANES] = value; }

  friend Pack operator-(const Pack& a) { return {-a.x[0], -a.x[last]}; }
  friend Pack operator+(const Pack& a, const Pack& b) { return {a.x[0] + b.x[0], a.x[last] + b.x[last]}; }
  friend Pack operator-(const Pack& a, const Pack& b) { return {a.x[0] - b.x[0], a.x[last] - b.x[last]}; }
  friend Pack operator*(const Pack& a, const Pack& b) { return {a.x[0] * b.x[0], a.x[last] * b.x[last]}; }
  friend Pack operator/(const Pack& a, const Pack& b) { return {a.x[0] / b.x[0], a.x[last] / b.x[last]}; }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }

  friend Mask<N> operator<(const Pack& a, const Pack& b) { return {less(a.x[0], b.x[0]), less(a.x[last], b.x[last])}; }
  friend Mask<N> operator>(const Pack& a, const Pack& b) { return b < a; }
  friend Mask<N> operator<=(const Pack& a, const Pack& b) {
    return {at_most(a.x[0], b.x[0]), at_most(a.x[last], b.x[last])};
  }
  friend Mask<N> operator>=(const Pack& a, const Pack& b) { return b <= a; }
  friend Mask<N> operator==(const Pack& a, const Pack& b) {
    return {equal(a.x[0], b.x[0]), equal(a.x[last], b.x[last])};
  }
  friend Mask<N> operator!=(const Pack& a, const Pack& b) { return !(a == b); }

  friend Pack sqrt(const Pack& a) { return {root(a.x[0]), root(a.x[last])}; }
  friend Pack copysign(const Pack& a, const Pack& b) {
    return {with_sign(a.x[0], b.x[0]), with_sign(a.x[last], b.x[last])};
  }
  friend Pack abs(const Pack& a) { return copysign(a, Pack(0.0)); }
  friend Mask<N> is_finite(const Pack& a) { return a - a == Pack(0.0); }
  friend Pack select(const Mask<N>& condition, const Pack& a, const Pack& b) {
    return {select(condition.x[0], a.x[0], b.x[0]), select(condition.x[last], a.x[last], b.x[last])};
  }

 private:
  static Register with_sign(const Register& size, const Register& sign) {
    using Bits = decltype(size < sign);
    const auto of_sign = reinterpret_cast<Bits>(-Register{});
    return reinterpret_cast<Register>((reinterpret_cast<Bits>(size) & ~of_sign) |
                                      (reinterpret_cast<Bits>(sign) & of_sign));
  }
};

}  // namespace INSTRUCTIONS

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

/// The series of so3.hpp, up to t = 1; if t is small in all lanes, only the shorter ones.
template <class Law, int N>
Pack<N> alternating(const Pack<N>& t) {
  using Terms = AlternatingTerms<Law>;
  const auto larger = t > Pack<N>(Terms::tiny), largest = t > Pack<N>(Terms::small);
  auto sum = polynomial(Terms::fewest, t);
  if (any(larger)) sum = select(larger, polynomial(Terms::few, t), sum);
  if (any(largest)) sum = select(largest, polynomial(Terms::all, t), sum);
  return 1.0 / Law::first + t * sum;
}

/// The lanes with t > 1 in closed form, one by one. Not inlined, because such turns are rare.
template <int N>
[[gnu::noinline, gnu::cold]] CosSinc<Pack<N>> with_closed_form(CosSinc<Pack<N>> r, const Pack<N>& t) {
  for (int i = 0; i < N; ++i) {
    if (!(t[i] > 1)) continue;
    const double s = std::sqrt(t[i]);
    r.cos.set(i, std::cos(s)), r.sinc.set(i, std::sin(s) / s);
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
