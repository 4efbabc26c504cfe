// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

#include "core/geometry/quad.hpp"
#include "core/geometry/real.hpp"

namespace polhode {

/// The wide scalar of methods: 113 bits, in which orders, defects and the operations of a run are measured. It counts
/// what is done with it, the counted work of work-precision figures: adding, subtracting and multiplying cost 1, a
/// division or a square root 4, a function of the mathematics library 16.
struct Wide {
  static inline thread_local std::int64_t operations = 0;
  /// The bits that iterations and series are to reach: where 53 are asked for, the operations are those of doubles.
  static inline thread_local int bits = 113;

  quad value = 0;

  Wide() = default;
  template <class Number>
  requires std::is_arithmetic_v<Number> Wide(Number v) : value(v) {}  ///< the number, exactly
  /// A decimal number.
  explicit Wide(const char* digits) : value(read_quad(digits, nullptr)) {}
  /// The number itself.
  static Wide of(quad v) {
    Wide x;
    x.value = v;
    return x;
  }
  explicit operator double() const { return static_cast<double>(value); }

  [[gnu::noinline]] friend Wide operator-(Wide a) { return of(-a.value); }
  [[gnu::noinline]] friend Wide operator+(Wide a, Wide b) { return cost(1, a.value + b.value); }
  [[gnu::noinline]] friend Wide operator-(Wide a, Wide b) { return cost(1, a.value - b.value); }
  [[gnu::noinline]] friend Wide operator*(Wide a, Wide b) { return cost(1, a.value * b.value); }
  [[gnu::noinline]] friend Wide operator/(Wide a, Wide b) { return cost(4, a.value / b.value); }
  Wide& operator+=(Wide b) { return *this = *this + b; }
  Wide& operator-=(Wide b) { return *this = *this - b; }
  Wide& operator*=(Wide b) { return *this = *this * b; }
  Wide& operator/=(Wide b) { return *this = *this / b; }
  friend std::partial_ordering operator<=>(Wide a, Wide b) {
    return a.value < b.value    ? std::partial_ordering::less
           : a.value > b.value  ? std::partial_ordering::greater
           : a.value == b.value ? std::partial_ordering::equivalent
                                : std::partial_ordering::unordered;
  }
  friend bool operator==(Wide a, Wide b) { return a.value == b.value; }

  [[gnu::noinline]] friend Wide sqrt(Wide a) { return cost(4, POLHODE_QUAD(sqrt)(a.value)); }
  friend Wide abs(Wide a) { return of(POLHODE_QUAD(fabs)(a.value)); }
  [[gnu::noinline]] friend Wide floor(Wide a) { return cost(1, POLHODE_QUAD(floor)(a.value)); }
  [[gnu::noinline]] friend Wide sin(Wide a) { return cost(16, POLHODE_QUAD(sin)(a.value)); }
  [[gnu::noinline]] friend Wide cos(Wide a) { return cost(16, POLHODE_QUAD(cos)(a.value)); }
  [[gnu::noinline]] friend Wide acos(Wide a) { return cost(16, POLHODE_QUAD(acos)(a.value)); }
  [[gnu::noinline]] friend Wide exp(Wide a) { return cost(16, POLHODE_QUAD(exp)(a.value)); }
  [[gnu::noinline]] friend Wide log(Wide a) { return cost(16, POLHODE_QUAD(log)(a.value)); }
  [[gnu::noinline]] friend Wide cosh(Wide a) { return cost(16, POLHODE_QUAD(cosh)(a.value)); }
  [[gnu::noinline]] friend Wide tanh(Wide a) { return cost(16, POLHODE_QUAD(tanh)(a.value)); }
  [[gnu::noinline]] friend Wide asinh(Wide a) { return cost(16, POLHODE_QUAD(asinh)(a.value)); }
  [[gnu::noinline]] friend Wide atan2(Wide a, Wide b) { return cost(16, POLHODE_QUAD(atan2)(a.value, b.value)); }

 private:
  static Wide cost(std::int64_t operations_done, quad v) {
    operations += operations_done;
    return of(v);
  }
};
/// @cond
template <>
inline int bits<Wide>() {
  return Wide::bits;
}
template <>
inline Wide epsilon<Wide>() {
  return Wide::of(Wide::bits == 113 ? quad(0x1p-112) : POLHODE_QUAD(scalbn)(quad(1), 1 - Wide::bits));
}
/// @endcond
/// For as long as it lives, this thread's iterations end as those of doubles do, and its operations are counted anew.
class CountsAsDouble {
 public:
  CountsAsDouble() { Wide::bits = 53, Wide::operations = 0; }
  CountsAsDouble(const CountsAsDouble&) = delete;
  ~CountsAsDouble() { Wide::bits = 113; }

  std::int64_t operations() const { return Wide::operations; }
};

}  // namespace polhode

template <>
struct std::numeric_limits<polhode::Wide> : std::numeric_limits<double> {
  static constexpr int digits = 113;
  static polhode::Wide epsilon() { return polhode::Wide::of(0x1p-112); }
  static polhode::Wide(min)() { return polhode::Wide::of(POLHODE_QUAD(scalbn)(polhode::quad(1), -16382)); }
  static polhode::Wide(max)() { return polhode::Wide::of(POLHODE_QUAD(scalbn)(2 - polhode::quad(0x1p-112), 16383)); }
};
