// SPDX-License-Identifier: MIT
#include "core/io/spec/noise.hpp"

#include "core/io/spec/body.hpp"
#include "core/io/spec/values.hpp"
#include "core/system/draws.hpp"

namespace polhode::reading {

namespace {

constexpr std::int64_t most_intervals = 100000;

/// The standard deviation of an increment of the torque's integral over a unit of time, in the user's axes.
template <class T>
Vec<Body, T> density_of(const json& j, const std::string& field) {
  const std::string accepted = "a number that is not negative, or three";
  if (j.is_array() && j.size() != 3) reject(field, j, accepted);
  Vec<Body, T> density;
  for (int i = 0; i < 3; ++i) {
    const auto at = j.is_array() ? fmt::format("{}[{}]", field, i) : field;
    const json& one = j.is_array() ? j[i] : j;
    density[i] = number<T>(one, at, accepted);
    if (density[i] < T(0)) reject(at, one, accepted);
  }
  return density;
}

std::uint64_t seed_of(const json& j, const std::string& field) {
  if (!j.is_number_unsigned()) reject(field, j, "an integer from 0 to 2^64 - 1");
  return j.get<std::uint64_t>();
}

}  // namespace

template <class T>
BodyTorque<T> noise(const json& j, const std::string& field, const json& document, std::uint64_t number,
                    const Context<T>& c) {
  using std::abs, std::sqrt;
  only_keys(j, field, {"kind", "density", "seed", "interval", "intervals", "average", "comments"});
  const auto density = density_of<T>(required(j, field, "density", "a number, or three"), field + ".density");
  const auto seed = j.contains("seed") ? seed_of(j["seed"], field + ".seed") : 1;
  const auto average = j.contains("average") ? count(j["average"], field + ".average") : 1;

  Spec<T> run;
  read_times(document, run);
  T interval;
  if (j.contains("interval")) {
    interval = positive<T>(j["interval"], field + ".interval");
  } else {
    if (!run.grid || !run.grid->uniform())
      missing(field + ".interval", "a positive number, or one step h with steps in the spec");
    interval = abs(run.grid->first_step());
  }
  std::int64_t intervals = 0;
  if (j.contains("intervals")) {
    intervals = count(j["intervals"], field + ".intervals");
    if (intervals > most_intervals)
      reject(field + ".intervals", j["intervals"], fmt::format("at most {}", most_intervals));
  } else {
    if (!run.time) missing(field + ".intervals", "a number of intervals, or a time in the spec that they cover");
    const auto needed = static_cast<double>(T(abs(*run.time) / interval));
    if (!(needed <= static_cast<double>(most_intervals)))
      throw UserError(fmt::format("{}.interval: {:g} is given, {:.6g} in the time of the run; accepted: at most {}", field,
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

template BodyTorque<double> noise(const json&, const std::string&, const json&, std::uint64_t, const Context<double>&);
template BodyTorque<float128> noise(const json&, const std::string&, const json&, std::uint64_t,
                                    const Context<float128>&);
template BodyTorque<float100> noise(const json&, const std::string&, const json&, std::uint64_t,
                                    const Context<float100>&);

}  // namespace polhode::reading
