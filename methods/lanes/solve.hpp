// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/solve.hpp"
#include "methods/lanes/pack.hpp"

namespace polhode {

/// (s - sin s) / s^3 with s = sqrt t; lanes with t > 1 are in closed form.
template <int N>
Pack<N> sine_defect(const Pack<N>& t) {
  auto r = detail::alternating<detail::SineDefectLaw>(t);
  if (any(t > Pack<N>(1.0))) [[unlikely]]
    for (int i = 0; i < N; ++i) {
      const double s = std::sqrt(t[i]);
      if (t[i] > 1) r.set(i, (s - std::sin(s)) / (s * t[i]));
    }
  return r;
}

/// The roots of core/stepping/solve.hpp, each lane by its own corrections. Lanes whose branch must be followed are
/// left.
template <int N, class Guess, class Residual, class Counters>
auto solve(const Pack<N>& h, const Guess& guess, const Residual& residual, Counters& counters) {
  using T = Pack<N>;
  constexpr int most = 12;
  constexpr double eps = epsilon<double>();
  auto x = guess(h);
  const T least = detail::largest(x);
  Mask<N> open(true), lost(false);
  for (int i = 0; i < most && any(open); ++i) {
    const auto r = residual(seed(x), h);
    const auto jacobian = factorised(r.derivative);
    const auto first = jacobian.solve(r.value);
    count_iteration(counters, open);
    x = select(open, x - first, x);
    const T size = detail::largest(x), scale = select(size > least, size, least);
    const auto relative = [&](const auto& correction) {
      return select(scale > T(0.0), detail::largest(correction) / scale, T(0.0));
    };
    const T a = relative(first);
    lost = lost || (open && !(a <= T(i == 0 ? 0.25 : 1e6)));
    open = open && !lost && !(a * a <= T(eps));
    if (const auto again = open && a * a * a <= T(1024 * eps); any(again)) {
      const auto second = jacobian.solve(residual(x, h));
      count_iteration(counters, again);
      x = select(again, x - second, x);
      const T b = relative(second);
      open = open && !(again && 2.0 * b * b <= eps * a);
    }
  }
  leave(counters, lost || open);
  return x;
}

}  // namespace polhode
