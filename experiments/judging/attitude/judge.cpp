// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/judge.hpp"

#include <algorithm>

#include "core/geometry/decimal.hpp"

namespace polhode::attitude {

std::vector<std::string> interval_warnings(const PageInfo& page, const std::vector<double>& tau) {
  std::vector<std::string> warnings;
  const std::size_t K = static_cast<std::size_t>(page.samples ? page.samples : 1), n = tau.size();
  if (page.equal && n > 0) {
    constexpr double unequal = 1e-6;
    for (std::size_t at = 0; at + K <= n; at += K) {
      const std::size_t from = at - std::min(at, static_cast<std::size_t>(page.previous));
      double sum = 0;
      for (std::size_t k = from; k < at + K; ++k) sum += tau[k];
      const double mean = sum / static_cast<double>(at + K - from);
      const bool off = std::any_of(tau.begin() + static_cast<std::ptrdiff_t>(from),
                                   tau.begin() + static_cast<std::ptrdiff_t>(at + K),
                                   [&](double x) { return !(std::abs(x - mean) <= unequal * std::abs(mean)); });
      if (!off) continue;
      warnings.push_back(fmt::format("{} is made for equal intervals; those from sample {} on are not", page.id, from));
      break;
    }
  }
  if (const auto rest = n % K; rest > 0)
    warnings.push_back(fmt::format("{} of {} intervals remain{} after the last whole update, done by {}", rest, n,
                                   rest == 1 ? "s" : "", page.takes == Takes::increments ? "coning-1" : "mean-rate"));
  return warnings;
}

float100 coning_drift(const PageInfo& page, const float100& half_angle, const float100& frequency, const float100& tau,
                      int every, const Iterations& iterations, const std::string& convert) {
  using T = float100;
  const int K = page.samples ? page.samples : every;
  SpinCone<T> cone;
  cone.half_angle = half_angle, cone.precession = frequency, cone.spin = -frequency, cone.coning = true;
  std::vector<T> times, tau_of;
  for (int k = -2 * K; k <= K; ++k) times.push_back(T(k) * tau);
  tau_of.assign(static_cast<std::size_t>(3 * K), tau);
  Sampled<T> samples;
  samples.times = times;
  const bool increments = page.takes == Takes::increments, converts = increments && !convert.empty();
  for (std::size_t k = 0; k < times.size(); ++k)
    if (!increments || converts)
      samples.values.push_back(cone.at(times[k]));
    else if (k > 0)
      samples.values.push_back(cone.integral(times[k - 1], times[k]));
  if (converts) samples = increments_of_rates(samples, convert);
  PageInput<T> input;
  input.fed = {samples.values.data(), tau_of.data(), 3 * K};
  input.every = every, input.iterations = iterations;
  input.rate = [&](const T& t) { return cone.at(t); };
  input.times = times.data();
  Attitude<T> before = Attitude<T>::identity(), last = before;
  input.see = [&](std::int64_t, const Attitude<T>& q) { before = last, last = q; };
  run_page(page, Attitude<T>::identity(), input);
  const auto Q = normalised(inverse(normalised(before)) * normalised(last));
  const T Kb = T(K) * frequency * tau, c = cos(T(Kb / T(2))), s = sin(T(Kb / T(2)));
  const T w = Q.w * c - Q.z * s;
  const Turn<T> P = relabel<Body, Body>(Q) * Turn<T>{c, T(0), T(0), s};
  const T sine = sqrt(T(P.x * P.x + P.y * P.y + P.z * P.z));
  const T psi = T(2) * atan2(sine, w), turn = T(2) * pi_of<T>();
  T best = psi - Kb;
  for (const T& candidate : {psi, T(-psi)}) {
    const T off = candidate - Kb, nearest = off - turn * nearest_integer(T(off / turn));
    if ((nearest < T(0) ? T(-nearest) : nearest) < (best < T(0) ? T(-best) : best)) best = nearest;
  }
  return best / (T(K) * tau);
}

}  // namespace polhode::attitude
