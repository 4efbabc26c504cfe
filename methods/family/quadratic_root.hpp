// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/vec.hpp"
#include "core/stepping/select.hpp"

namespace polhode {

namespace detail {

constexpr double two_to_minus(int n) {
  double power = 1;
  for (; n > 0; --n) power /= 2;
  return power;
}
template <class T>
constexpr double last_of(int bits) {
  return carries_derivatives<T> ? 16 * two_to_minus(2 * bits) : two_to_minus(bits);
}
template <class T>
constexpr double last_but_one_of(int bits) {
  return carries_derivatives<T> ? last_of<T>(bits) : two_to_minus(bits * 3 / 4);
}

}  // namespace detail

/// Result of quadratic_root.
template <class T>
struct QuadraticRoot {
  Vec<Body, T> r;
  decltype(T(0) < T(0)) converged;  ///< before the last round: a bool, or of packs a mask
};

/// The root near r of three quadratic equations f(r) = 0 by Newton's method, in a round or two. After a correction d
/// the rest of f is its quadratic part bend(d); a second correction by the same Jacobian makes a round cubic, where it
/// helps. `jacobian` is -f', the scale of f being that of r.
template <class T, class Jacobian, class Residual, class Bend, class Counters>
QuadraticRoot<T> quadratic_root(Vec<Body, T> r, const Jacobian& jacobian, const Residual& f, const Bend& bend,
                                Counters& counters) {
  constexpr int most = 8, all = std::numeric_limits<T>::digits - 1, of_doubles = 52;
  // |d|^2 of a first correction after which the rest is rounding, alone and with the second one; and the value above
  // which the second one saves a round. In powers of epsilon.
  constexpr double lasts[]{detail::last_of<T>(all), detail::last_of<T>(of_doubles)};
  constexpr double lasts_but_one[]{detail::last_but_one_of<T>(all), detail::last_but_one_of<T>(of_doubles)};
  const bool as_double = bits<T>() - 1 != all;
  const double last = lasts[as_double], last_but_one = lasts_but_one[as_double];
  constexpr double large = carries_derivatives<T> ? 0 : 1e-5;
  using Condition = decltype(T(0) < T(0));
  constexpr bool alone = std::is_same_v<Condition, bool>;  // then the loop ends where it need not go on
  Condition goes_on(true);
  for (int i = 0; i < most; ++i) {
    const Factorised<T> inverse(jacobian(r));
    const auto d = inverse.solve(f(r));
    const T size = norm2(r), moved = norm2(d);
    count_iteration(counters, goes_on);
    r = alone ? r + d : select(goes_on, r + d, r);
    const Condition small = moved <= T(last_but_one) * size;
    const Condition again = moved > T(large) * size || (small && moved > T(last) * size);
    if (any(again)) {
      const auto twice = r + inverse.solve(bend(d));
      r = alone ? twice : select(goes_on && again, twice, r);
    }
    goes_on = alone ? !small : goes_on && !small;
    if (!any(goes_on)) break;
  }
  return {r, !goes_on};
}

}  // namespace polhode
