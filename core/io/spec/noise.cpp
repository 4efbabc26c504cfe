// SPDX-License-Identifier: MIT
#include "core/io/spec/noise.hpp"

#include "core/io/spec/body.hpp"
#include "core/io/spec/values.hpp"
#include "core/system/draws.hpp"

namespace polhode::reading {

template <class T>
BodyTorque<T> noise(const Given& j, const Given& document, std::uint64_t number, const Context<T>& c) {
  using std::abs, std::sqrt;
  // The standard deviation of an increment of the torque's integral over a unit of time, in the user's axes.
  const auto density = j["density"].one_or_three<Body, T>();
  const auto seed = j.has("seed") ? j["seed"]->get<std::uint64_t>() : 1;
  const auto average = j.has("average") ? j["average"].count() : 1;

  Spec<T> run;
  read_run(document, run);
  T interval;
  if (j.has("interval")) {
    interval = j["interval"].positive<T>();
  } else {
    if (!run.grid || !run.grid->uniform())
      j.missing("interval", "a positive number, or one step h with steps in the spec");
    interval = abs(run.grid->first_step());
  }
  std::int64_t intervals = 0;
  if (j.has("intervals")) {
    intervals = j["intervals"].count();
  } else {
    if (!run.time) j.missing("intervals", "a number of intervals, or a time in the spec that they cover");
    const auto needed = static_cast<double>(T(abs(*run.time) / interval));
    constexpr int most_intervals = 100000;
    if (!(needed <= most_intervals))
      j.refuse("interval", fmt::format("{:g} is given, {:.6g} in the time of the run; accepted: at most {}",
                                       static_cast<double>(interval), needed, most_intervals));
    intervals = std::max<std::int64_t>(1, std::llround(std::ceil(needed - Grid<T>::slack)));
  }

  // From t0 on, in the sense of the run; nothing before it, and nothing after its last interval.
  const T sense(run.time && *run.time < T(0) ? -1 : 1), by_root = T(1) / sqrt(interval);
  std::vector<std::pair<T, Vec<Body, T>>> held;  // from when on
  for (std::int64_t k = 0; k < intervals; k += average) {
    const auto count = std::min(average, intervals - k);
    Vec<Body, T> sum{};
    for (std::int64_t i = k; i < k + count; ++i) {
      const auto x = draws::normal_draws(seed, static_cast<std::uint64_t>(i), draws::torque_noise_field + number);
      sum += Vec<Body, T>{T(x[0]), T(x[1]), T(x[2])};
    }
    for (int i = 0; i < 3; ++i) sum[i] *= c.units.torque * density[i] * by_root / T(static_cast<double>(count));
    held.emplace_back(c.t0 + T(static_cast<double>(k)) * sense * interval, c.placed(sum));
  }
  const T end = c.t0 + T(static_cast<double>(intervals)) * sense * interval;
  signals::Pieces<Body, T> pieces{{}, {Vec<Body, T>{}}};
  if (sense > T(0)) {
    for (const auto& [t, torque] : held) pieces.times.push_back(t), pieces.values.push_back(torque);
    pieces.times.push_back(end);
  } else {
    pieces.times.push_back(end);
    for (auto at = held.rbegin(); at != held.rend(); ++at)
      pieces.times.push_back(at->first), pieces.values.push_back(at->second);
  }
  pieces.values.push_back({});
  return {Signal<Body, T>(std::move(pieces))};
}

template BodyTorque<double> noise(const Given&, const Given&, std::uint64_t, const Context<double>&);
template BodyTorque<float128> noise(const Given&, const Given&, std::uint64_t, const Context<float128>&);
template BodyTorque<float100> noise(const Given&, const Given&, std::uint64_t, const Context<float100>&);

}  // namespace polhode::reading
