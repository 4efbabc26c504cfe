// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/recommend.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/attitude/reference.hpp"
#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"
#include "experiments/judging/attitude/gyro.hpp"

namespace polhode {

namespace attitude {
namespace {

/// The samples of a spec at other times.
RateSpec<double> resampled(const RateSpec<double>& spec, std::int64_t n) {
  auto other = spec;
  const double a = spec.times.front(), b = spec.times.back();
  other.times.clear();
  for (std::int64_t k = 0; k <= n; ++k)
    other.times.push_back(k == n ? b : a + (b - a) * (static_cast<double>(k) / static_cast<double>(n)));
  const double slack = 1e-9 * std::abs(b - a) / static_cast<double>(n);
  for (double& t : other.times) t = spec.motion.snapped(t, slack);
  other.samples_are_knots = false, other.equal_steps = true;
  return other;
}

/// Every `stride`-th sample of a log; increments are added.
RateSpec<double> decimated(const RateSpec<double>& spec, std::size_t stride) {
  auto other = spec;
  const auto& knots = *spec.knots;
  Knots<double> kept;
  kept.increments = knots.increments;
  Rate<double> sum{0, 0, 0};
  std::vector<double> times;
  for (std::size_t k = 0; k < spec.times.size(); ++k) {
    sum += knots.values[k];
    if (k % stride != 0) continue;
    kept.times.push_back(knots.times[k]), kept.values.push_back(knots.increments ? sum : knots.values[k]);
    times.push_back(spec.times[k]), sum = {0, 0, 0};
  }
  other.knots = std::make_shared<const Knots<double>>(std::move(kept)), other.times = times;
  return other;
}

/// An update with a number of samples, and its rating with so many intervals.
struct Entry {
  const UpdateInfo& update;
  int K;

  UpdateRating rating(std::int64_t steps) const { return {&update, update.samples ? 0 : K, steps}; }
};

/// The attitudes at the times of a spec.
std::vector<Attitude<double>> known_attitudes(const RateSpec<double>& spec) {
  std::vector<Attitude<double>> known{Attitude<double>::identity()};
  double error = 0;
  const bool exact = spec.motion.exact() && !spec.in_space;
  for (std::size_t k = 1; k < spec.times.size(); ++k)
    known.push_back(exact ? relabel<Body, Space>(spec.motion.exact_turn(spec.times[0], spec.times[k]))
                          : normalised(known.back() * reference_turn(spec.motion, spec.in_space, spec.times[k - 1],
                                                                     spec.times[k], error)));
  return known;
}

/// The times of a spec, the attitudes there, and the samples that its gyro gives to each kind of update.
struct Sampling {
  RateSpec<double> spec;
  std::vector<Attitude<double>> known = known_attitudes(spec);
  std::map<Takes, Samples<double>> samples = {};
};

/// The largest error of an update at the ends of all updates. Throws UserError where it cannot run.
double largest_error(Sampling& at, const Entry& entry, double* seconds = nullptr) {
  const auto& [update, every] = entry;
  auto made = at.samples.find(update.takes);
  if (made == at.samples.end()) made = at.samples.emplace(update.takes, samples_for(at.spec, update)).first;
  auto& samples = made->second;
  samples.every = every;
  double largest = 0;
  // Samples that are missing take their times along.
  std::vector<std::size_t> index;
  for (std::size_t k = 0, i = 0; k < at.spec.times.size() && i < samples.times.size(); ++k)
    if (at.spec.times[k] == samples.times[i]) index.push_back(k), ++i;
  const auto one = Attitude<double>::identity();
  run_update(update, one, samples, SeeUpdate<double>([&](std::int64_t n, const Attitude<double>& q) {
               largest = std::max(largest, angle_between(at.known[index[static_cast<std::size_t>(n)]], normalised(q)));
             }));
  if (seconds) {
    *seconds = 1e300;
    for (int round = 0; round < 3; ++round)
      *seconds = std::min(*seconds, seconds_of([&] { run_update(update, one, samples); }, 1e-3));
  }
  return std::isfinite(largest) ? largest : 4;
}

}  // namespace
}  // namespace attitude

UpdateRecommendation recommend_update(const RateSpec<double>& given, double target, bool least_rate, bool reimplemented,
                                      bool has_gyro) {
  using namespace attitude;
  if (given.in_float) throw UserError("scalar: float is given; accepted: double, in which errors are computed");
  if (least_rate && !given.gyro.drop.empty())
    throw UserError(
        "gyro.drop: given with the least rate; accepted: without, because samples have other numbers there");
  const auto spec = without_noise(given);
  UpdateRecommendation r{given.base};
  r.target = target, r.least_rate = least_rate;
  r.duration = std::abs(spec.times.back() - spec.times.front());
  const double limit = rate_margin * target;
  const bool by_knots = spec.is_log && spec.samples_are_knots;
  std::vector<Entry> entries;
  for (const auto& update : update_infos()) {
    if (!update.reimplements.empty() && !reimplemented) continue;
    if (update.takes == Takes::function && (has_gyro || spec.is_log)) continue;
    if (!why_not_fed(spec, update).empty()) continue;
    for (const int K : update.samples ? std::vector<int>{update.samples} : std::vector<int>{1, 2, 4, 8, 16})
      entries.push_back({update, K});
  }
  std::map<std::int64_t, Sampling> samplings;
  const auto sampling = [&](std::int64_t n) -> Sampling& {
    const auto found = samplings.find(n);
    if (found != samplings.end()) return found->second;
    return samplings.emplace(n, Sampling{by_knots ? decimated(spec, static_cast<std::size_t>(n)) : resampled(spec, n)})
        .first->second;
  };
  /// The least of the ladder at which an update meets the target, there and at the next.
  const auto least = [&](const Entry& entry, std::int64_t most) -> std::optional<UpdateRating> {
    const int K = entry.K;
    double before = 4;
    std::int64_t n_before = 0;
    for (int j = 0;; ++j) {
      const auto n =
          static_cast<std::int64_t>(K) * static_cast<std::int64_t>(std::ceil(std::exp2(j / 4.0) / K - 1e-12));
      if (n == n_before) continue;
      if (n > most) return {};
      stop_if_interrupted();
      const double error = largest_error(sampling(n), entry);
      if (n_before > 0 && before <= limit && error <= limit) {
        auto x = entry.rating(n_before);
        x.error = before, x.next_error = error, x.meets = true;
        return x;
      }
      before = error, n_before = n;
    }
  };
  if (least_rate && by_knots) {
    for (const auto& entry : entries) {
      std::optional<UpdateRating> found;
      for (std::int64_t stride = 1; static_cast<std::size_t>(stride * entry.K) < spec.times.size(); stride *= 2) {
        auto& at = sampling(stride);
        auto x = entry.rating(static_cast<std::int64_t>(at.spec.times.size()) - 1);
        x.error = largest_error(at, entry), x.meets = x.error <= limit;
        if (!found || x.meets) found = x;
        if (!x.meets) break;
      }
      if (found) r.ratings.push_back(*found);
    }
  } else if (least_rate) {
    constexpr std::int64_t usual = 1448, most = 46341;
    for (const std::int64_t up_to : {usual, most}) {
      for (const auto& entry : entries)
        if (const auto found = least(entry, up_to)) r.ratings.push_back(*found);
      if (!r.ratings.empty()) break;
    }
  } else {
    Sampling once{spec};
    std::optional<Sampling> twice;
    if (!spec.is_log && !spec.samples_are_knots && !spec.gyro.times) {  // a function
      auto finer = spec;
      finer.times.clear();
      for (std::size_t k = 0; k + 1 < spec.times.size(); ++k)
        finer.times.push_back(spec.times[k]),
            finer.times.push_back(spec.times[k] + (spec.times[k + 1] - spec.times[k]) / 2);
      finer.times.push_back(spec.times.back());
      for (auto& d : finer.gyro.drop) d *= 2;
      twice.emplace(Sampling{std::move(finer)});
    }
    for (const auto& entry : entries) {
      stop_if_interrupted();
      auto x = entry.rating(static_cast<std::int64_t>(spec.times.size()) - 1);
      double seconds = 0;
      x.error = largest_error(once, entry, &seconds);
      x.seconds_per_time = seconds / r.duration;
      x.next_error = twice ? largest_error(*twice, entry) : x.error;
      x.meets = x.error <= limit && x.next_error <= limit;
      r.ratings.push_back(x);
    }
  }
  std::stable_sort(r.ratings.begin(), r.ratings.end(), [&](const auto& a, const auto& b) {
    if (a.meets != b.meets) return a.meets;
    return least_rate ? a.steps < b.steps : a.meets ? a.seconds_per_time < b.seconds_per_time : a.error < b.error;
  });
  if (!r.best() && !least_rate && !by_knots && given.gyro.drop.empty())
    for (const auto& entry : entries)
      if (const auto found = least(entry, 11586); found && (!r.would_do || found->steps < r.would_do->steps))
        r.would_do = found;
  r.noise_floor = noise_floor(given, gives_increments(given, r.best() ? r.best()->update : nullptr));
  return r;
}

}  // namespace polhode
