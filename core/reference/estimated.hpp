// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>

#include "core/geometry/decimal.hpp"
#include "core/reference/converged.hpp"

namespace polhode::reference {

/// The motion in Fine, 50 digits for 113 bits and else 100, rounded to T. Its error is the distance to the motion in
/// Other, wider or narrower; for a narrower one it is scaled by the ratio of the roundings, while it is small enough.
/// `turning`: how long the body turns as fast as at its start or end, if not all the time.
template <class P, class T, class Motion>
auto estimated(const Motion& motion, const P& problem, const T& time, const Watch& watch = {},
               const std::type_identity_t<std::optional<T>>& turning = {}) {
  using std::abs;
  constexpr bool of_113_bits = std::is_same_v<T, float128>;
  using Fine = std::conditional_t<of_113_bits, float50, float100>;
  using Other = std::conditional_t<of_113_bits, float100, float50>;
  const auto in = [&]<class S>(std::type_identity<S>, double done) {
    const auto known = cast<S>(problem);
    const auto t = scalar_cast<S>(time);
    if constexpr (requires { motion(known, t, watch); })
      return motion(known, t, [&](double share) {
        if (watch) watch(done + share / 2);
      });
    else
      return motion(known, t);
  };
  const auto fine = in(std::type_identity<Fine>(), 0);
  const auto other = in(std::type_identity<Other>(), 0.5);
  const auto state = cast<T>(fine);
  const auto length = lengths(problem.initial, state);
  const T rate = std::max(polhode::rate(problem, problem.initial), polhode::rate(problem, state));
  const T rounding = 100 * epsilon<T>() * (1 + abs(turning.value_or(time)) * rate);
  const T ratio = std::min(T(1), T(100 * scalar_cast<T>(epsilon<Fine>()) / scalar_cast<T>(epsilon<Other>())));
  const auto part = [&](const Fine& spread, const T& length) {
    const T share = scalar_cast<T>(spread) / length;
    return T((share < T(1) / 1000 ? T(ratio * share) : share) + rounding);
  };
  const auto spread = distance(cast<Fine>(other), fine);
  const Distance<T> relative{part(spread.configuration, length.configuration), part(spread.momentum, length.momentum)};
  const Distance<T> absolute{relative.configuration * length.configuration, relative.momentum * length.momentum};
  return Estimated<decltype(cast<T>(fine)), T>{state, absolute.largest(), relative};
}

}  // namespace polhode::reference
