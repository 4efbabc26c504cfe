// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <tuple>

#include "methods/attitude/autopilots.hpp"
#include "methods/attitude/coning.hpp"
#include "methods/attitude/iterated.hpp"
#include "methods/attitude/more_rates.hpp"
#include "methods/attitude/own_times.hpp"
#include "methods/attitude/polynomial.hpp"
#include "methods/attitude/two_rates.hpp"

namespace polhode::attitude {

/// All updates.
template <class T>
using Roster =
    std::tuple<QuaternionEuler<T>, Madgwick<T>, HoldFirst<T>, HoldLast<T>, MeanRate<T>, Trawny1<T>, Magnus4Two<T>,
               Rk4Linear<T>, MidpointRate<T>, SimpsonRate<T>, Rk4Midpoint<T>, BortzRk4<T>, Magnus4<T>, Cf4<T>,
               Magnus6<T>, RatesPoly<T, 1>, RatesPoly<T, 2>, RatesPoly<T, 3>, RatesPoly<T, 4>, RatesPoly<T, 6>,
               Magnus2Midpoint<T>, Magnus4Gauss<T>, Cf4Gauss<T>, Magnus6Gauss<T>, Coning<T, 1>, Coning<T, 1, 1>,
               Coning<T, 1, 2>, Coning<T, 2>, Coning<T, 2, 1>, Coning<T, 2, 2>, Coning<T, 3>, Coning<T, 3, 1>,
               Coning<T, 4>, Coning<T, 5>, Coning<T, 6>, ConingTaylor<T, 3>, ConingTaylor<T, 4>, ConingTaylor<T, 5>,
               ConingRecursive<T>, Poly<T, 1>, Poly<T, 2>, Poly<T, 3>, Poly<T, 4>, Poly<T, 5>, Poly<T, 6>,
               Quatfiter<T, 1>, Quatfiter<T, 2>, Quatfiter<T, 3>, Quatfiter<T, 4>, Quatfiter<T, 5>, Quatfiter<T, 6>,
               Rodfiter<T, 1>, Rodfiter<T, 2>, Rodfiter<T, 3>, Rodfiter<T, 4>, Rodfiter<T, 5>, Rodfiter<T, 6>, Px4<T>,
               ArduPilot<T>, Betaflight<T>, MahonyInPlace<T>>;

/// Input of a run: rates at n + 1 times or angles of n intervals, and the lengths of the intervals, which may
/// be negative.
template <class T>
struct Fed {
  const Rate<T>* values;
  const T* tau;
  std::int64_t intervals;
};

/// Multiplies the updates of all samples to q, and calls see(intervals, q) after each. Intervals that remain after the
/// last whole update are done one by one by mean-rate or coning-1, or by a shorter update of a method that takes any
/// number. Lengths far from 1 are divided out before they overflow; the logarithm of the divisor is returned.
template <class M, class T, class See>
double advance(M method, Attitude<T>& q, const Fed<T>& fed, int every, const See& see) {
  constexpr auto info = M::info;
  constexpr bool rates = info.takes == Takes::rates;
  using Rest = std::conditional_t<rates, MeanRate<T>, Coning<T, 1>>;
  const int K = info.samples ? info.samples : every;
  double scaled = 0;
  const auto turn = [&](auto& m, std::int64_t at, int count) {
    if constexpr (std::remove_cvref_t<decltype(m)>::info.invariant)
      q = q * m(fed.values + at, fed.tau + at, count);
    else
      q = m(q, fed.values + at, fed.tau + at, count);
    if (const T n2 = norm2(q); !(n2 < T(1e6) && n2 > T(1e-6)) && is_finite(n2) && n2 > T(0)) {
      scaled += 0.5 * std::log(static_cast<double>(n2));
      q = normalised(q);
    }
    see(at + count, q);
  };
  std::int64_t at = 0;
  for (; at + K <= fed.intervals; at += K) turn(method, at, K);
  if (info.samples == 0 && at < fed.intervals)
    turn(method, at, static_cast<int>(fed.intervals - at));
  else
    for (Rest rest; at < fed.intervals; ++at) turn(rest, at, 1);
  return scaled;
}

}  // namespace polhode::attitude
