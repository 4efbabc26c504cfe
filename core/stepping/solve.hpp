// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/tangent.hpp"

/// The implicit solver of all methods: Newton with an exact Jacobian.
namespace polhode {

namespace detail {

template <class F, class T>
T largest(const Vec<F, T>& v) {
  using std::abs;
  const T a = abs(v[0]), b = abs(v[1]), c = abs(v[2]);
  return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

template <class X>
struct NewtonResult {
  X x;
  bool converged;
  decltype(largest(X())) first_correction;  ///< relative to the unknown
};

/// Newton's iteration. It ends after the correction whose square is below epsilon relative to the unknown:
/// convergence is quadratic, the next one would be rounding. Derivatives lag one iteration behind values.
template <class X, class Residual, class Tally>
NewtonResult<X> newton(const X& guess, const Residual& residual, Tally& tally) {
  using std::sqrt;
  using T = decltype(largest(guess));
  constexpr int most = 12;
  static const T enough = sqrt(epsilon<T>());
  X x = guess;
  const T guess_scale = largest(guess);
  T first(0);
  bool once_more = carries_derivatives<T>;
  for (int i = 0; i < most; ++i) {
    const auto r = residual(seed(x));
    const X correction = solve_linear(r.derivative, r.value);
    tally.count_iteration();
    x -= correction;
    const T x_scale = largest(x), size = largest(correction);
    const T scale = x_scale > guess_scale ? x_scale : guess_scale;
    if (i == 0) first = scale > T(0) ? T(size / scale) : T(0);
    if (size <= enough * scale) {
      if (!once_more) return {x, true, first};
      once_more = false;
    } else if (!(size < T(1e6) * scale)) {
      break;  // lost, or not a number
    }
  }
  return {x, false, first};
}

/// Follows the root from h -> 0, where it is the guess, to the full step: steps in the share of h, with a
/// linear predictor, that shrink until Newton's first correction is small. Fails where the branch ends.
template <class T, class Guess, class Residual, class Tally>
[[gnu::noinline]] auto follow_branch(const T& h, const Guess& guess, const Residual& residual, Tally& tally) {
  auto x = guess(T(0)), previous = x;
  T share(0), previous_share(0), stride(0.125);
  while (share < T(1)) {
    const T trial = share + stride < T(1) ? T(share + stride) : T(1);
    auto start = guess(T(trial * h));
    if (share > previous_share) start = x + ((trial - share) / (share - previous_share)) * (x - previous);
    const auto found = newton(
        start, [&](const auto& y) { return residual(y, T(trial * h)); }, tally);
    if (found.converged && found.first_correction < T(0.0625)) {
      previous = x, previous_share = share;
      x = found.x, share = trial;
      stride = T(2) * stride;
    } else {
      stride = stride / T(2);
      if (stride < T(1e-6)) {
        tally.failed = true;
        return x;
      }
    }
  }
  return x;
}

}  // namespace detail

/// The root x of residual(x, h) on the branch that starts at guess(0) for h -> 0.
///
/// `guess(h)` is a vector, `residual(x, h)` takes and returns vectors with tangents (or stages, see stages.hpp). Where
/// Newton's first correction exceeds a quarter of the unknown, or it does not converge, another root may be nearer than
/// the right one: then the branch is followed. Raises tally.failed if the branch ends before h.
template <class T, class Guess, class Residual, class Tally>
auto solve(const T& h, const Guess& guess, const Residual& residual, Tally& tally) {
  const auto found = detail::newton(
      guess(h), [&](const auto& x) { return residual(x, h); }, tally);
  if (found.converged && found.first_correction <= T(0.25)) return found.x;
  return detail::follow_branch(h, guess, residual, tally);
}

}  // namespace polhode
