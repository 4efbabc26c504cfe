// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <stdexcept>
#include <string>

#include "core/geometry/quad.hpp"
#include "core/geometry/real.hpp"

/// The scalar of converged references.
namespace polhode {

/// Functions of one number that all scalars have.
#define POLHODE_FUNCTIONS(f)                                                                                    \
  f(sqrt) f(cbrt) f(floor) f(ceil) f(trunc) f(fabs) f(exp) f(expm1) f(log) f(sin) f(cos) f(tan) f(asin) f(acos) \
      f(atan) f(sinh) f(cosh) f(tanh) f(asinh) f(acosh)

/// 113-bit floating point, of the machine. Its arithmetic is called: inlined, it takes the compiler longer.
struct float128 {
  quad value = 0;

  constexpr float128() = default;
  template <class Number>
  requires(std::is_arithmetic_v<Number> || std::is_same_v<Number, quad>) constexpr float128(Number x)
      : value(x) {}  ///< the number, exactly
  /// A decimal number, rounded. Throws std::runtime_error where it is none.
  explicit float128(const char* text) {
    char* end = nullptr;
    value = read_quad(text, &end);
    if (*end) POLHODE_THROW(std::runtime_error("no number: " + std::string(text)));
  }
  explicit float128(const std::string& text) : float128(text.c_str()) {}
  template <class Number>
  requires std::is_arithmetic_v<Number>
  explicit constexpr operator Number() const { return static_cast<Number>(value); }
  /// So many significant digits.
  std::string str(int digits) const {
    char text[256];
    write_quad(text, sizeof text, digits, value);
    return text;
  }

  float128& operator+=(float128 b) { return *this = *this + b; }
  float128& operator-=(float128 b) { return *this = *this - b; }
  float128& operator*=(float128 b) { return *this = *this * b; }
  float128& operator/=(float128 b) { return *this = *this / b; }
  friend float128 operator+(float128 a) { return a; }
  friend float128 operator-(float128 a) { return -a.value; }
  [[gnu::noinline]] friend float128 operator+(float128 a, float128 b) { return a.value + b.value; }
  [[gnu::noinline]] friend float128 operator-(float128 a, float128 b) { return a.value - b.value; }
  [[gnu::noinline]] friend float128 operator*(float128 a, float128 b) { return a.value * b.value; }
  [[gnu::noinline]] friend float128 operator/(float128 a, float128 b) { return a.value / b.value; }
  friend bool operator==(float128 a, float128 b) { return a.value == b.value; }
  friend bool operator<(float128 a, float128 b) { return a.value < b.value; }
  friend bool operator>(float128 a, float128 b) { return a.value > b.value; }
  friend bool operator<=(float128 a, float128 b) { return a.value <= b.value; }
  friend bool operator>=(float128 a, float128 b) { return a.value >= b.value; }
  friend float128 abs(float128 x) { return POLHODE_QUAD(fabs)(x.value); }
  friend float128 atan2(float128 y, float128 x) { return POLHODE_QUAD(atan2)(y.value, x.value); }
  friend float128 pow(float128 x, float128 y) { return POLHODE_QUAD(pow)(x.value, y.value); }
  friend float128 fmod(float128 x, float128 y) { return POLHODE_QUAD(fmod)(x.value, y.value); }
  friend float128 ldexp(float128 x, int n) { return POLHODE_QUAD(ldexp)(x.value, n); }
  friend float128 frexp(float128 x, int* n) { return POLHODE_QUAD(frexp)(x.value, n); }
  friend int ilogb(float128 x) { return POLHODE_QUAD(ilogb)(x.value); }
  template <class Stream>
  requires requires(Stream& to) { to.precision(); }
  friend Stream& operator<<(Stream& to, const float128& x) {
    to << x.str(static_cast<int>(to.precision()));
    return to;
  }
#define POLHODE_FUNCTION(f)          \
  friend float128 f(float128 x) {    \
    return POLHODE_QUAD(f)(x.value); \
  }
  POLHODE_FUNCTIONS(POLHODE_FUNCTION)
#undef POLHODE_FUNCTION
};

}  // namespace polhode

template <>
struct std::numeric_limits<polhode::float128> : std::numeric_limits<double> {
  static constexpr int digits = 113, digits10 = 33, max_digits10 = 36;
  static constexpr int min_exponent = -16381, min_exponent10 = -4930, max_exponent = 16384, max_exponent10 = 4931;
  static polhode::float128 epsilon() { return 0x1p-112; }
  static polhode::float128(min)() { return POLHODE_QUAD(scalbn)(polhode::quad(1), min_exponent - 1); }
  static polhode::float128(max)() { return POLHODE_QUAD(scalbn)(2 - polhode::quad(0x1p-112), max_exponent - 1); }
  static polhode::float128 lowest() { return -(max)(); }
  static polhode::float128 denorm_min() { return POLHODE_QUAD(scalbn)(polhode::quad(1), min_exponent - digits); }
  static polhode::float128 round_error() { return 0.5; }
  static polhode::float128 infinity() { return numeric_limits<double>::infinity(); }
  static polhode::float128 quiet_NaN() { return numeric_limits<double>::quiet_NaN(); }
};
