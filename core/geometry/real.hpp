// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Operations of every scalar T of the project: arithmetic, comparison, and the functions of <cmath> by
/// argument-dependent lookup. Plain `double`, wide floats (scalar.hpp), duals (dual.hpp) and counting scalars
/// (wide.hpp) share the same code. The macros inline all calls in a function, or the function wherever it is called.
/// They are empty under sanitizers, where inlining takes the compiler half an hour, and in builds that time nothing.
#if defined __SANITIZE_ADDRESS__ || defined POLHODE_NOT_TIMED
#define POLHODE_FLATTEN
#define POLHODE_INLINE
#else
#define POLHODE_FLATTEN [[gnu::flatten]]
#define POLHODE_INLINE [[gnu::always_inline]]
#endif

/// Users may compile with -fno-exceptions: an exception then ends the program.
#ifdef __cpp_exceptions
#define POLHODE_THROW(...) throw __VA_ARGS__
#else
#define POLHODE_THROW(...) __builtin_abort()
#endif

namespace polhode {

/// Spacing of T next to 1. All thresholds of the project are expressions of it.
template <class T>
constexpr T epsilon() {
  return std::numeric_limits<T>::epsilon();
}

/// The bits of T to which series are summed and iterations converge: all of them.
template <class T>
constexpr int bits() {
  return std::numeric_limits<T>::digits;
}

/// Smallest positive normal number of T; a guard against underflow, never a tolerance.
template <class T>
T smallest() {
  return (std::numeric_limits<T>::min)();
}

/// True for scalars that carry derivatives: their iterations need one round more than their values do.
template <class T>
inline constexpr bool carries_derivatives = false;

/// A double, or several at once (methods/lanes/pack.hpp).
template <class T>
inline constexpr bool is_double = std::is_same_v<T, double>;

/// Number of doubles in T; several are lanes (methods/family/lanes.hpp): x[i] is one, T::each(f) makes a T from f(i).
template <class T>
inline constexpr int lanes_of = 1;

/// The value of a scalar without what it carries; the identity for plain numbers. Found by lookup.
template <class T>
const T& value_of(const T& x) {
  return x;
}

/// The square root of x >= 0. For a double it omits std::sqrt's branch for errno, a call that would spill registers.
template <class T>
T root(const T& x) {
#ifdef __SSE2__
  if constexpr (std::is_same_v<T, double>) {
    const __m128d v = _mm_set_sd(x);
    return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
  }
#endif
  using std::sqrt;
  return sqrt(x);
}

/// x, hidden from the compiler's optimization.
inline double opaque(double x) {
#ifdef __SSE2__
  asm("" : "+x"(x));
#endif
  return x;
}

template <class T>
const T& opaque(const T& x) {
  return x;
}

/// The number pi as a T.
template <class T>
T pi_of() {
  using std::acos;
  return acos(T(-1));
}

/// Rounds to the nearest integer, halves away from zero; the value only, derivatives are dropped.
template <class T>
T nearest_integer(const T& x) {
  using std::floor;
  return x < T(0) ? T(-floor(T(0.5) - x)) : T(floor(x + T(0.5)));
}

/// Not NaN, not infinite.
bool is_finite(const auto& x) {
  const auto& v = value_of(x);
  return v - v == 0;
}

/// A number with the magnitude of x and the sign of s (s = 0 counts as positive).
template <class T>
T with_sign(const T& magnitude, const T& s) {
  return s < T(0) ? T(-magnitude) : magnitude;
}

/// Exact conversion between scalars where the target is wider, rounding where it is narrower.
template <class U, class T>
U scalar_cast(const T& x) {
  return static_cast<U>(x);
}

}  // namespace polhode
