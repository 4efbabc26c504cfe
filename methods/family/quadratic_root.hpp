// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/vec.hpp"
#include "core/stepping/select.hpp"

namespace polhode {

/// What quadratic_root has found.
template <class T>
struct QuadraticRoot {
  Vec<Body, T> r;
  decltype(T(0) < T(0)) converged;  ///< before the last round: a bool, or of packs a mask
};

/// The root near r of three quadratic equations f(r) = 0 by Newton's method, in a round or two. After a correction d
/// what is left of f is its quadratic part bend(d): a second correction by the same Jacobian makes a round cubic, where
/// it helps. `jacobian` is -f', the scale of f being that of r.
template <class T, class Jacobian, class Residual, class Bend, class Tally>
QuadraticRoot<T> quadratic_root(Vec<Body, T> r, const Jacobian& jacobian, const Residual& f, const Bend& bend,
                                Tally& tally) {
  constexpr int most = 8, bits = std::numeric_limits<T>::digits - 1;
  constexpr auto two_to_minus = [](int n) {
    double power = 1;
    for (; n > 0; --n) power /= 2;
    return power;
  };
  // |d|^2 of a first correction after which the rest is rounding, alone and with the second one; and that above which
  // the second one saves a round. In powers of epsilon.
  constexpr double last = carries_derivatives<T> ? 16 * two_to_minus(2 * bits) : two_to_minus(bits);
  constexpr double last_but_one = carries_derivatives<T> ? last : two_to_minus(bits * 3 / 4);
  constexpr double large = carries_derivatives<T> ? 0 : 1e-5;
  using Condition = decltype(T(0) < T(0));
  constexpr bool alone = std::is_same_v<Condition, bool>;  // then the loop ends where it need not go on
  Condition goes_on(true);
  for (int i = 0; i < most; ++i) {
    const Factorised<T> inverse(jacobian(r));
    const auto d = inverse.solve(f(r));
    const T size = norm2(r), moved = norm2(d);
    count_iteration(tally, goes_on);
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
