// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/attitude/reference.hpp"
#include "core/geometry/decimal.hpp"
#include "core/io/state_json.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/attitude/gyro.hpp"
#include "experiments/judging/variations.hpp"

namespace polhode {

using namespace attitude;

namespace {

using json = nlohmann::ordered_json;

/// Attitudes of the run at ends of updates against those that somebody else knows.
struct TruthComparison {
  const Attitudes& truth;
  double slack;  ///< of times
  RateRun::Known found = {};
  Attitude<double> first_known{}, first_own{};

  void see(double t, const Attitude<double>& R) {
    const auto at = std::lower_bound(truth.times.begin(), truth.times.end(), t - slack);
    if (at == truth.times.end() || *at > t + slack) return;
    const auto& known = truth.attitudes[static_cast<std::size_t>(at - truth.times.begin())];
    const auto own = normalised(R);
    if (found.rows++ == 0) first_known = known, first_own = own;
    found.final_error = angle_between(inverse(first_known) * known, inverse(first_own) * own);
    found.largest_error = std::max(found.largest_error, found.final_error);
  }
};

const UpdateInfo& update_named(const std::string& method, const char* kind) {
  const auto* update = find_update(method);
  if (!update) throw UserError("method: " + unknown_name(kind, method, update_names()));
  return *update;
}

/// The first time inside a step at which the rate is not smooth; nothing if all such times end steps.
std::optional<double> break_in_a_step(const RateMotion<double>& motion, const std::vector<double>& times) {
  std::optional<double> first;
  for (std::size_t k = 1; k < times.size() && !first; ++k)
    motion.pieces(times[k - 1], times[k], [&](double, double to) {
      if (to != times[k] && !first) first = to;
    });
  return first;
}

/// The coning of a spec whose drift has a closed form; nothing for others.
const SpinCone<float128>* pure_coning(const RateSpec<float128>& spec, const UpdateInfo& update) {
  const auto* cone = std::get_if<SpinCone<float128>>(&spec.motion.kinds());
  const bool is = cone && cone->coning && cone->cone_spin == 0 && spec.gyro.ideal() && spec.equal_steps &&
                  !spec.in_space && spec.times[1] > spec.times[0] && update.invariant;
  return is ? cone : nullptr;
}

SpecRun run_rate(const nlohmann::json& document, const std::string& folder, const SeeRow& see) {
  const auto spec = read_rate_spec<double>(document, folder);
  if (!spec.base.method) throw UserError("method: missing; accepted: the name of a method for prescribed rates");
  const auto& update = update_named(*spec.base.method, "method for prescribed rates");
  const auto samples = samples_for(spec, update);
  const auto& times = samples.times;
  const auto n = static_cast<std::int64_t>(samples.tau.size()), rows_every = spec.base.every;

  SpecRun out{spec.base, std::string(update.id), Status::ok};
  out.steps = static_cast<std::int64_t>(spec.times.size()) - 1;
  if (spec.base.grid) out.h = spec.base.grid->cycle();
  for (const auto& list : {samples.warnings, interval_warnings(update, samples.tau)})
    out.warnings.insert(out.warnings.end(), list.begin(), list.end());
  if (update.takes == Takes::function)
    if (const auto at = break_in_a_step(spec.motion, times))
      out.warnings.push_back(fmt::format(
          "rate: not smooth at t = {:g}, inside a step, which may cost {} its order; use steps that end there", *at,
          update.id));
  auto& rate = out.rate.emplace();

  const auto start = spec.in_space ? inverse(relabel<Space, Body>(spec.attitude)) : relabel<Body, Space>(spec.attitude);
  const auto answered = [&](const Attitude<double>& q) {
    const auto unit = normalised(q);
    return spec.in_space ? relabel<Body, Space>(inverse(unit)) : unit;
  };
  std::optional<TruthComparison> truth;
  if (spec.truth) {
    double least = INFINITY;
    for (const double h : samples.tau) least = std::min(least, std::abs(h));
    truth.emplace(TruthComparison{*spec.truth, 1e-6 * least});
  }
  std::int64_t shown = -rows_every;
  TrajectoryRow cells;
  const auto row = [&](std::int64_t at, const Attitude<double>& q) {
    if (truth) truth->see(times[static_cast<std::size_t>(at)], answered(q));
    if (rows_every == 0) return;
    if (at / rows_every <= shown / rows_every && at != n) return;
    shown = at;
    const auto R = answered(q);
    if (!is_finite(R)) return;
    cells.clear();
    cells.integer("n", at), cells.scalar("t", times[static_cast<std::size_t>(at)]), cells.attitude("attitude", R);
    see(cells);
  };
  SeeUpdate<double> watch;
  if (truth || rows_every > 0) watch = row, row(0, start);
  Attitude<double> end;
  double scaled = 0;
  const auto run_in = [&]<class T>(const Attitude<T>& from, const Samples<T>& fed, const SeeUpdate<T>& seen) {
    const auto found = run_update(update, from, fed, seen);
    end = cast<double>(found.q), scaled = found.scaled, rate.updates = found.updates;
  };
  if (spec.in_float)
    run_in(cast<float>(start), cast<float>(samples),
           watch ? [&](std::int64_t at, const Attitude<float>& q) { watch(at, cast<double>(q)); } : SeeUpdate<float>());
  else
    run_in(start, samples, watch);
  if (!is_finite(end) || !(norm2(end) > 0)) {
    out.status = Status::diverged, out.reason = "the attitude is not finite";
    return out;
  }
  const double length = std::exp(scaled) * std::sqrt(norm2(end));
  if (std::isfinite(length)) rate.norm = length;
  out.end = {{"t", times.back()}, {"attitude", attitude_json(answered(end), std::identity())}};
  out.has_rows = rows_every > 0;
  const bool whole = n >= (update.samples ? update.samples : samples.every);  // an update is of as many as it wants
  if (const auto* cone = spec.is_log || !whole ? nullptr : std::get_if<SpinCone<double>>(&spec.motion.kinds());
      cone && cone->coning) {
    const auto wide = read_rate_spec<float128>(document, folder);
    if (const auto* c = pure_coning(wide, update)) {
      const bool reversed = c->precession < 0;
      const float100 w(reversed ? float128(-c->precession) : c->precession), tau(wide.base.grid->cycle().front()),
          a(c->half_angle);
      const bool converts = update.takes == Takes::increments && !gives_increments(spec, &update);
      float100 drift = coning_drift(update, a, w, tau, samples.every, samples.iterations, converts ? spec.convert : "");
      const float100 half = sin(float100(a / 2));
      rate.coning = {float100(reversed ? float100(-drift) : drift).str(20),
                     static_cast<double>(float100(drift / (2 * w * half * half)))};
    }
  }
  if (const auto floor = noise_floor(spec, gives_increments(spec, &update))) {
    const auto ideal = without_noise(spec);
    const auto fed = samples_for(ideal, update);
    const auto q = spec.in_float ? cast<double>(run_update(update, Attitude<float>::identity(), cast<float>(fed)).q)
                                 : run_update(update, Attitude<double>::identity(), fed).q;
    double ignored = 0;
    const auto known = reference_turn(ideal.motion, ideal.in_space, times.front(), times.back(), ignored);
    rate.gyro = {*floor, angle_between(normalised(relabel<Body, Body>(q)), known)};
  }
  if (truth) {
    if (truth->found.rows < 2)
      throw UserError("truth.csv: {} of its rows are at ends of updates; accepted: two or more; see time_unit",
                      truth->found.rows);
    rate.truth = truth->found;
  }
  return out;
}

}  // namespace

SpecReference reference_of_rate(const nlohmann::json& document, const std::string& folder, int digits, double limit) {
  if (digits < 1 || digits > 33)
    throw UserError("--digits: {} is given; accepted: 1 to 33 for prescribed rates", digits);
  const auto spec = read_rate_spec<float128>(document, folder);
  const auto& t = spec.times;
  double error = 0;
  auto q = spec.in_space ? inverse(relabel<Space, Body>(spec.attitude)) : spec.attitude;
  const bool exact = spec.motion.exact() && !spec.in_space;
  Forecast forecast("steps", static_cast<double>(float128(t.back() - t.front())), limit);
  if (exact) {
    q = q * reference_turn(spec.motion, false, t.front(), t.back(), error);
  } else {
    const std::size_t parts = std::clamp<std::size_t>(t.size() / 50, 16, 200);
    const float128 whole = t.back() - t.front(), count(static_cast<double>(parts));
    const auto edge = [&](std::size_t k) {
      return k == parts ? t.back() : float128(t.front() + float128(static_cast<double>(k)) * whole / count);
    };
    // What a part does not show of a short pulse, doubles from sample to sample do.
    const auto narrow = read_rate_spec<double>(document, folder);
    const auto turned = [&](const auto& motion, std::size_t k, auto& off) {  // in a part, sample by sample
      using T = std::remove_cvref_t<decltype(motion.at(0)[0])>;
      const T begin = scalar_cast<T>(edge(k)), end = scalar_cast<T>(edge(k + 1)), sense(begin < end ? 1 : -1);
      auto turn = Turn<T>::identity();
      T from = begin;
      for (const auto& time : t)
        if (const T to = scalar_cast<T>(time); sense * (to - from) > T(0) && sense * (end - to) > T(0))
          turn = turn * reference_turn(motion, spec.in_space, from, to, off), from = to;
      return normalised(turn * reference_turn(motion, spec.in_space, from, end, off));
    };
    for (std::size_t k = 0; k < parts; ++k) {
      constexpr double alike = 1e-9;  // radians, to what doubles do not know
      double off = 0, off_narrow = 0;
      auto turn = reference_turn(spec.motion, spec.in_space, edge(k), edge(k + 1), off);
      if (const auto near = turned(narrow.motion, k, off_narrow);
          angle_between(normalised(cast<double>(turn)), near) > alike + 10 * off_narrow)
        off = 0, turn = turned(spec.motion, k, off);
      q = normalised(q * turn), error += off;
      forecast(static_cast<double>(k + 1) / static_cast<double>(parts));
    }
  }
  q = normalised(q);
  if (!is_finite(q)) throw UserError("rate: the attitude is not finite; accepted: a rate that is finite at all times");
  const auto R = spec.in_space ? relabel<Body, Space>(inverse(q)) : q;
  const auto number = [&](const float128& x) { return x.str(digits); };
  const bool closed = exact || (!spec.in_space && error < 1e-28 &&  // about one axis, if its angle is that exact
                                std::holds_alternative<FixedAxis<float128>>(spec.motion.kinds()));
  SpecReference out{spec.base, closed ? "exact" : "converged", std::max(error, 0.5 * std::pow(10.0, 1 - digits))};
  out.errors = {{"attitude", error + std::pow(10.0, 1 - digits), "radians"}};
  check_certain(out, static_cast<double>(float128(t.back() - t.front())));
  out.end = {{"t", number(t.back())}, {"attitude", attitude_json(R, number)}};
  return out;
}

SpecRun run_spec(const nlohmann::json& document, const std::string& folder, const SeeRow& see, double limit) {
  if (prescribes_rate(document)) return run_rate(document, folder, see);
  Variations{document};  // what is wrong in "vary" is refused, though it is the first body that runs
  return run_spec(read_spec<double>(document, folder, true), see, limit);
}

bool asks_for_rows(const nlohmann::json& document) {
  return document.is_object() &&
         (document.contains("every") || document.contains("dense") || document.contains("events"));
}

Attitudes attitudes_of(const std::string& method, Samples<double> samples, const Attitude<double>& start) {
  const auto& update = update_named(method, "method for rates");
  const auto& [increments, times, values] = std::tie(samples.increments, samples.times, samples.values);
  if (update.takes == Takes::function)
    throw UserError("method: {} asks for the rate at its own times; accepted: methods that take samples", update.id);
  if (update.takes == Takes::rates && increments)
    throw UserError("method: {} takes rates, and increments are given; accepted: methods that take increments",
                    update.id);
  if (times.empty()) throw UserError("times: none is given; accepted: at least one");
  const auto wanted = times.size() - (increments ? 1 : 0);
  if (values.size() != wanted)
    throw UserError("{}: {} are given with {} times; accepted: {}", increments ? "increments" : "rates", values.size(),
                    times.size(), wanted);
  if (samples.every < 1) throw UserError("every: {} is given; accepted: 1 or more", samples.every);
  for (std::size_t k = 0; k < times.size(); ++k)
    if (!std::isfinite(times[k]) || (k > 0 && !(times[k] > times[k - 1])))
      throw UserError("times[{}]: {} is given; accepted: finite numbers that increase", k, times[k]);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!is_finite(values[k]))
      throw UserError("{}[{}]: accepted: finite numbers", increments ? "increments" : "rates", k);
  const double length = norm2(start);
  if (!(std::abs(length - 1) < 2e-3)) throw UserError("start: accepted: a quaternion of length 1");

  if (update.takes == Takes::increments && !increments) samples = increments_of_rates(std::move(samples), "trapezoid");
  samples.measure_intervals();
  Attitudes found;
  const auto updates = samples.tau.size() / static_cast<std::size_t>(samples.every) + 1;  // at most, where any number
  found.times.reserve(updates), found.attitudes.reserve(updates);
  run_update(update, normalised(start), samples, SeeUpdate<double>([&](std::int64_t n, const Attitude<double>& q) {
               found.times.push_back(samples.times[static_cast<std::size_t>(n)]);
               found.attitudes.push_back(normalised(q));
             }));
  return found;
}

}  // namespace polhode
