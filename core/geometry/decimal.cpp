// SPDX-License-Identifier: MIT
#include "core/geometry/decimal.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <new>

#include "core/geometry/rational.hpp"
#ifdef POLHODE_LIBQUADMATH
#include <boost/multiprecision/float128.hpp>
#endif

namespace polhode {
namespace {

#ifdef POLHODE_LIBQUADMATH
/// What Boost converts instead of a quad.
using BoostQuad = boost::multiprecision::float128;
#else
using BoostQuad = quad;
#endif

namespace mp = boost::multiprecision;

/// Newton's iteration for 1 / sqrt(x), within a unit in the last place. Boost takes the root bit by bit, four to seven
/// times as long, which was a third of the time of Carlson's functions.
template <unsigned decimals>
auto sqrt(const mp::number<mp::cpp_bin_float<decimals>, mp::et_off>& x) {
  if (!(x > 0) || !isfinite(x)) return mp::sqrt(x);
  int exponent;
  auto m = frexp(x, &exponent);
  if (exponent % 2 != 0) m /= 2, ++exponent;
  auto y = decltype(m)(1 / std::sqrt(static_cast<double>(m)));
  for (int bits = 52; 2 * bits < std::numeric_limits<decltype(m)>::digits; bits *= 2) y += y * (1 - m * y * y) / 2;
  const auto root = m * y;
  return ldexp(root + y * (m - root * root) / 2, exponent / 2);
}

}  // namespace

/// The number that a Decimal keeps. It owns nothing: its bytes may be copied.
template <int decimals>
struct Decimal<decimals>::Boost {
  using Number = mp::number<mp::cpp_bin_float<decimals>, mp::et_off>;
  using Its = std::numeric_limits<Number>;
  using Ours = std::numeric_limits<Decimal>;
  static_assert(sizeof(Number) == sizeof(Decimal) && alignof(Number) == alignof(Decimal));
  static_assert(std::is_trivially_destructible_v<Number>);
  static_assert(Its::digits == Ours::digits && Its::digits10 == Ours::digits10 &&
                Its::max_digits10 == Ours::max_digits10);
  static_assert(Its::min_exponent == Ours::min_exponent && Its::max_exponent == Ours::max_exponent &&
                Its::min_exponent10 == Ours::min_exponent10 && Its::max_exponent10 == Ours::max_exponent10);

  static Number& in(Decimal& x) { return *std::launder(reinterpret_cast<Number*>(x.number)); }
  static const Number& in(const Decimal& x) { return *std::launder(reinterpret_cast<const Number*>(x.number)); }
  static Decimal of(const Number& value) {
    Decimal x;
    in(x) = value;
    return x;
  }
};

template <int decimals>
Decimal<decimals>::Decimal() {
  new (number) typename Boost::Number(0);
}
template <int decimals>
Decimal<decimals>::Decimal(const float128& x) {
  new (number) typename Boost::Number(BoostQuad(x.value));
}
template <int decimals>
Decimal<decimals>::Decimal(const Decimal<150 - decimals>& x) {
  new (number) typename Boost::Number(Decimal<150 - decimals>::Boost::in(x));
}
template <int decimals>
Decimal<decimals>::Decimal(const char* text) {
  new (number) typename Boost::Number(text);
}
template <int decimals>
Decimal<decimals>::operator float128() const {
  return quad(static_cast<BoostQuad>(Boost::in(*this)));
}

#define POLHODE_MEMBER(type, name, ...) \
  template <int decimals>               \
  type Decimal<decimals>::name {        \
    __VA_ARGS__;                        \
  }
POLHODE_MEMBER(, operator double() const, return static_cast<double>(Boost::in(*this)))
POLHODE_MEMBER(, operator long double() const, return static_cast<long double>(Boost::in(*this)))
POLHODE_MEMBER(std::int64_t, whole() const, return static_cast<std::int64_t>(Boost::in(*this)))
POLHODE_MEMBER(std::string, str(int digits) const, return Boost::in(*this).str(digits))
POLHODE_MEMBER(void, set(double x), new (number) typename Boost::Number(x))
POLHODE_MEMBER(void, set(std::int64_t x), new (number) typename Boost::Number(x))
POLHODE_MEMBER(void, set(std::uint64_t x), new (number) typename Boost::Number(x))
POLHODE_MEMBER(Decimal<decimals>&, operator+=(const Decimal& b), Boost::in(*this) += Boost::in(b); return *this)
POLHODE_MEMBER(Decimal<decimals>&, operator-=(const Decimal& b), Boost::in(*this) -= Boost::in(b); return *this)
POLHODE_MEMBER(Decimal<decimals>&, operator*=(const Decimal& b), Boost::in(*this) *= Boost::in(b); return *this)
POLHODE_MEMBER(Decimal<decimals>&, operator/=(const Decimal& b), Boost::in(*this) /= Boost::in(b); return *this)
POLHODE_MEMBER(Decimal<decimals>, negative() const, return Boost::of(-Boost::in(*this)))
POLHODE_MEMBER(std::partial_ordering, compared(const Decimal& a, const Decimal& b), const auto& x = Boost::in(a),
               &y = Boost::in(b);
               return x < y    ? std::partial_ordering::less
                      : x > y  ? std::partial_ordering::greater
                      : x == y ? std::partial_ordering::equivalent
                               : std::partial_ordering::unordered)
#define POLHODE_FUNCTION(f) POLHODE_MEMBER(Decimal<decimals>, f##_(const Decimal& x), return Boost::of(f(Boost::in(x))))
POLHODE_FUNCTIONS(POLHODE_FUNCTION)
POLHODE_MEMBER(Decimal<decimals>, atan2_(const Decimal& y, const Decimal& x),
               return Boost::of(atan2(Boost::in(y), Boost::in(x))))
POLHODE_MEMBER(Decimal<decimals>, pow_(const Decimal& x, const Decimal& y),
               return Boost::of(pow(Boost::in(x), Boost::in(y))))
POLHODE_MEMBER(Decimal<decimals>, ldexp_(const Decimal& x, int n), return Boost::of(ldexp(Boost::in(x), n)))
POLHODE_MEMBER(Decimal<decimals>, frexp_(const Decimal& x, int* n), return Boost::of(frexp(Boost::in(x), n)))

template class Decimal<50>;
template class Decimal<100>;

float128 rounded(const Rational& x) {
  return quad(x.convert_to<BoostQuad>());
}

}  // namespace polhode
