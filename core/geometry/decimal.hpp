// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/geometry/scalar.hpp"

/// The scalars of exact references.
namespace polhode {

/// A number with this many decimal digits: Boost's cpp_bin_float, which only decimal.cpp sees. Inlined, its arithmetic
/// took half of the compile time of sources that compute references.
template <int decimals>
class Decimal {
 public:
  /// Zero.
  Decimal();
  /// The number, exactly.
  template <class Number>
  requires std::is_arithmetic_v<Number> Decimal(Number x) {
    if constexpr (std::is_floating_point_v<Number> && sizeof(Number) > sizeof(double))
      *this = Decimal(float128(x));
    else if constexpr (std::is_floating_point_v<Number>)
      set(static_cast<double>(x));
    else if constexpr (std::is_signed_v<Number>)
      set(static_cast<std::int64_t>(x));
    else
      set(static_cast<std::uint64_t>(x));
  }
  explicit Decimal(const float128& x);
  explicit Decimal(const Decimal<150 - decimals>& x);
  /// A decimal number, rounded. Throws std::runtime_error if the text is not a number.
  explicit Decimal(const char* text);
  explicit Decimal(const std::string& text) : Decimal(text.c_str()) {}
  explicit operator float128() const;
  explicit operator double() const;
  explicit operator long double() const;
  /// Rounded to zero.
  template <class Number>
  requires std::is_integral_v<Number>
  explicit operator Number() const { return static_cast<Number>(whole()); }
  /// The number with this many significant digits.
  std::string str(int digits) const;

  Decimal& operator+=(const Decimal& b);
  Decimal& operator-=(const Decimal& b);
  Decimal& operator*=(const Decimal& b);
  Decimal& operator/=(const Decimal& b);
  friend Decimal operator+(const Decimal& a) { return a; }
  friend Decimal operator-(const Decimal& a) { return a.negative(); }
  friend Decimal operator+(Decimal a, const Decimal& b) { return a += b; }
  friend Decimal operator-(Decimal a, const Decimal& b) { return a -= b; }
  friend Decimal operator*(Decimal a, const Decimal& b) { return a *= b; }
  friend Decimal operator/(Decimal a, const Decimal& b) { return a /= b; }
  friend bool operator==(const Decimal& a, const Decimal& b) { return compared(a, b) == 0; }
  friend std::partial_ordering operator<=>(const Decimal& a, const Decimal& b) { return compared(a, b); }
  friend Decimal abs(const Decimal& x) { return fabs_(x); }
  friend Decimal atan2(const Decimal& y, const Decimal& x) { return atan2_(y, x); }
  friend Decimal pow(const Decimal& x, const Decimal& y) { return pow_(x, y); }
  friend Decimal ldexp(const Decimal& x, int n) { return ldexp_(x, n); }
  friend Decimal frexp(const Decimal& x, int* n) { return frexp_(x, n); }
  template <class Stream>
  requires requires(Stream& to) { to.precision(); }
  friend Stream& operator<<(Stream& to, const Decimal& x) {
    to << x.str(static_cast<int>(to.precision()));
    return to;
  }

 private:
  friend class Decimal<150 - decimals>;
  struct Boost;
  void set(double x);
  void set(std::int64_t x);
  void set(std::uint64_t x);
  std::int64_t whole() const;
  Decimal negative() const;
  static std::partial_ordering compared(const Decimal& a, const Decimal& b);
#define POLHODE_FUNCTION(f)            \
  friend Decimal f(const Decimal& x) { \
    return f##_(x);                    \
  }                                    \
  static Decimal f##_(const Decimal& x);
  POLHODE_FUNCTIONS(POLHODE_FUNCTION)
#undef POLHODE_FUNCTION
  static Decimal atan2_(const Decimal& y, const Decimal& x);
  static Decimal pow_(const Decimal& x, const Decimal& y);
  static Decimal ldexp_(const Decimal& x, int n);
  static Decimal frexp_(const Decimal& x, int* n);

  alignas(16) std::byte number[decimals == 50 ? 64 : 80];
};

/// 50 decimal digits: references that must be certain.
using float50 = Decimal<50>;

/// 100 decimal digits, which certify the 50.
using float100 = Decimal<100>;

extern template class Decimal<50>;
extern template class Decimal<100>;

}  // namespace polhode

template <int decimals>
struct std::numeric_limits<polhode::Decimal<decimals>> : std::numeric_limits<double> {
  using Number = polhode::Decimal<decimals>;
  static constexpr bool is_iec559 = false;
  static constexpr int digits = decimals == 50 ? 168 : 334, digits10 = decimals, max_digits10 = decimals + 3;
  static constexpr int max_exponent = 2147483647 - 2 * digits, min_exponent = -max_exponent - 1;
  static constexpr int max_exponent10 = max_exponent / 1000 * 301, min_exponent10 = -max_exponent10;
  static Number epsilon() { return ldexp(Number(1), 1 - digits); }
  static Number(min)() { return ldexp(Number(1), min_exponent); }
  static Number(max)() { return ldexp(Number(2) - epsilon(), max_exponent); }
  static Number lowest() { return -(max)(); }
  static Number round_error() { return 0.5; }
  static Number infinity() { return numeric_limits<double>::infinity(); }
  static Number quiet_NaN() { return numeric_limits<double>::quiet_NaN(); }
};
