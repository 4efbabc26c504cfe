// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/tangent.hpp"
#include "core/stepping/counters.hpp"

/// The implicit solver of all methods: Newton with an exact Jacobian.
namespace polhode {

namespace detail {

template <class F, class T>
T largest(const Vec<F, T>& v) {
  using std::abs;
  const T a = abs(v[0]), b = abs(v[1]), c = abs(v[2]), ab = a > b ? a : b;
  return ab > c ? ab : c;
}

/// Result of a round of corrections.
template <class T>
struct Round {
  bool converged;
  T first_correction;  ///< relative to the unknown
};

/// One round of Newton's iteration on x for the residual of a step g. If that is likely to end it, the Jacobian is used
/// twice, the second time for a residual by value alone: a round of third order (Traub 1964). Converged means that a
/// further correction would be rounding: the square of the first, or the second times the contraction that it shows, is
/// below epsilon relative to the unknown, whose size is at least `least`. In floats a first correction of some units of
/// the last place is rounded alike in every step, and energy drifts; if the second one is of that kind, it is always
/// made.
template <class X, class G, class T, class Residual, class Counters>
Round<T> newton_round(X& x, const G& g, const T& least, const Residual& residual, Counters& counters) {
  const auto r = residual(seed(x), g);
  const auto jacobian = factorised(r.derivative);
  const X first = jacobian.solve(r.value);
  counters.count_iteration();
  x -= first;
  const T size = largest(x), scale = size > least ? size : least;
  const auto relative = [&](const X& correction) { return scale > T(0) ? T(largest(correction) / scale) : T(0); };
  const T a = relative(first);
  constexpr bool twice = std::is_same_v<decltype(residual(x, g)), X>;
  const bool close = a * a <= epsilon<T>();
  if (close && !(twice && std::is_same_v<T, float>)) return {true, a};
  if constexpr (twice) {
    if (close || a * a * a <= T(1024) * epsilon<T>()) {  // steps bend the residual by h |omega| a, a few per cent of a
      const X second = jacobian.solve(residual(x, g));
      counters.count_iteration();
      x -= second;
      const T b = relative(second);
      return {close || T(2) * b * b <= epsilon<T>() * a, a};
    }
  }
  return {false, a};
}

/// Rounds until converged. Derivatives lag behind values by one round. Returns the first correction of the first round,
/// or of the second if the guess is negligible beside the root, as for a body that starts from rest: then the first one
/// is the whole root, however small the step. The code of a round occurs once here, so that a step is compiled once.
auto newton(auto& x, const auto& g, const auto& residual, auto& counters) {
  constexpr int most = 12;
  const auto least = largest(x), nothing = decltype(least)(1e-4);
  auto first = least;
  bool converged = false, once_more = carries_derivatives<decltype(largest(x))>;
  for (int i = 0; i < most; ++i) {
    const auto round = newton_round(x, g, least, residual, counters);
    if (i == 0 || (i == 1 && least < nothing * largest(x))) first = round.first_correction;
    converged = round.converged;
    if ((converged && !once_more) || !(round.first_correction < decltype(least)(1e6))) break;
    if (converged) once_more = false;
  }
  return Round<decltype(largest(x))>{converged, first};
}

/// Follows the root from h -> 0, where it is the guess, to the full step: steps in the share of h, with a linear
/// predictor, that shrink until Newton's first correction is small. Fails if the branch ends.
template <class T, class Guess, class Residual, class Counters>
[[gnu::noinline, gnu::cold]] auto follow_branch(const T& h, const Guess& guess, const Residual& residual,
                                                Counters& counters) {
  auto x = guess(T(0)), previous = x;
  T share(0), previous_share(0), stride(0.125);
  while (share < T(1)) {
    const T trial = share + stride < T(1) ? T(share + stride) : T(1);
    auto start = guess(T(trial * h));
    if (share > previous_share) start = x + ((trial - share) / (share - previous_share)) * (x - previous);
    const auto round = newton(start, T(trial * h), residual, counters);
    if (round.converged && round.first_correction < T(0.0625)) {
      previous = x, previous_share = share;
      x = start, share = trial;
      stride = T(2) * stride;
    } else {
      stride = stride / T(2);
      if (stride < T(1e-6)) {
        counters.fail(Failure::no_root);
        return x;
      }
    }
  }
  return x;
}

template <class T, class Guess, class Residual, class Counters>
auto find_root(const T& h, const Guess& guess, const Residual& residual, Counters& counters) {
  auto x = guess(h);
  const auto round = newton(x, h, residual, counters);
  if (round.converged && round.first_correction <= T(0.25)) return x;
  return follow_branch(h, guess, residual, counters);
}

/// Everything is inlined: otherwise much of the time of a step is spent on vectors that pass through memory.
POLHODE_FLATTEN auto find_root_inlined(auto&... arguments) {
  return find_root(arguments...);
}

}  // namespace detail

/// The root x of residual(x, h) on the branch that starts at guess(0).
///
/// `guess(g)` is a vector, `residual(x, g)` takes and returns vectors, plain and with tangents (or stages, see
/// stages.hpp); g is the step that the branch has reached, h at its end. If Newton's first correction exceeds a quarter
/// of the unknown, or it does not converge, another root may be nearer than the right one: then the branch is followed.
/// counters.fail(Failure::no_root) if the branch ends before h; the result is then the root at its end. Every
/// evaluation of the residual counts as an iteration. Nothing is thrown or allocated.
template <class T, class Guess, class Residual, class Counters>
auto solve(const T& h, const Guess& guess, const Residual& residual, Counters& counters) {
  if constexpr (std::is_same_v<T, double>)
    return detail::find_root_inlined(h, guess, residual, counters);
  else
    return detail::find_root(h, guess, residual, counters);
}

}  // namespace polhode
