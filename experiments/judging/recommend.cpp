// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/geometry/scalar.hpp"
#include "core/io/spec/torques.hpp"
#include "core/io/spec/units.hpp"
#include "core/reference/reference.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/recommend/family.hpp"
#include "experiments/judging/variations.hpp"

namespace polhode {

using namespace recommending;

namespace {

/// By how much attitude and momentum may be off, times a number.
reference::Deviation allowed(const Requirement& requirement, double times = 1) {
  return {times * requirement.attitude.value_or(INFINITY), times * requirement.momentum.value_or(INFINITY)};
}

/// The motion multiplies small differences far more than a regular one does. Motions in closed form do not: next to a
/// separatrix they are sensitive.
bool is_chaotic(const reference::Path& path) {
  return path.origin() != reference::Origin::exact &&
         std::max(path.moved().attitude, path.moved().momentum) > 100 * reference::shift * (1 + path.turns()) &&
         path.grows_faster_than_linearly();
}

/// Whether the motion multiplies what doubles round beyond what is allowed, long before its end.
bool is_lost(const reference::Path& path, const Requirement& requirement, double duration) {
  constexpr double beyond = 100;
  return is_chaotic(path) && path.together_for(allowed(requirement, beyond)) < std::abs(duration);
}

reference::Path certified_path(const Problem<float128>& problem, const std::vector<Recommendation>& all) {
  constexpr double finer = 100;  // the reference, than what it judges
  const auto& r = all.front();
  Forecast forecast({"reference", "--time", r.duration}, r.requirement.seconds, 2);
  reference::Deviation enough{INFINITY, INFINITY};
  for (const auto& one : all) {
    const auto& requirement = one.requirement;
    const double least = requirement.has_target() ? 0.5 * requirement.energy.value_or(INFINITY) : 0;
    const auto its = allowed(requirement);
    enough = {std::min({enough.attitude, least, its.attitude}), std::min({enough.momentum, least, its.momentum})};
  }
  enough.attitude /= finer, enough.momentum /= finer;
  reference::Path path(problem, r.t0, r.duration, std::ref(forecast), enough);
  const auto rounded_up = [](double x) {
    const double digit = std::pow(10, std::floor(std::log10(x)));
    return digit * std::ceil(x / digit * (1 - 1e-9));
  };
  const auto certain = [&](const char* flag, const std::optional<double>& target, double most,
                           const reference::Deviation& each, double error) {
    if (!target || error <= *target / finer) return;
    const double longest = path.certain_for(each);
    const bool chaotic = is_chaotic(path);
    throw UserError(
        "{}: {:g} is given; {}the reference over a time of {:g} is certain to {:.0e} only; accepted: {}{}{}", flag,
        *target, chaotic ? "the motion is chaotic, " : "", r.duration, error,
        finer * error < most ? fmt::format("{:.0e} or more, or ", rounded_up(finer * error)) : "",
        longest > 0 ? fmt::format("--time {:.3g} or shorter", std::copysign(0.95 * longest, r.duration))
                    : std::string("nothing as small at any --time"),
        chaotic && problem.body() ? ", or --standard-error, for distributions" : "");
  };
  const auto& e = path.error();
  const auto of = [&](const std::optional<double>& x, double share) { return x ? *x * share / finer : 0; };
  for (const auto& one : all) {
    const auto& requirement = one.requirement;
    certain("--attitude-error", requirement.attitude, pi_of<double>(), {of(requirement.attitude, 1), INFINITY},
            e.attitude);
    certain("--momentum-error", requirement.momentum, 1, {INFINITY, of(requirement.momentum, 1)}, e.momentum);
    certain("--energy-drift", requirement.energy, 1, {of(requirement.energy, 0.5), of(requirement.energy, 0.5)},
            2 * std::max(e.momentum, e.attitude));
  }
  return path;
}

/// Those that serve a problem, and the updates of engines among them if they are asked for.
std::vector<ProblemRunner> runners_for(const Problem<double>& problem, Recommendation& r) {
  std::vector<ProblemRunner> list;
  for (const auto& runner : runners<Problem<double>>())
    if (supports(*runner.info, problem) && r.requirement.among.accepts(*runner.info)) list.push_back(runner);
  if (list.empty() && !r.requirement.among.empty())
    throw UserError("--method: {} is given, and none of them moves this problem; accepted: others",
                    r.requirement.among.text());
  if (!r.requirement.reimplemented)
    r.left_out = std::erase_if(list, [](const auto& x) { return !x.info->reimplements.empty(); });
  return list;
}

std::string_view kind_of(const Problem<double>& problem) {
  const bool plain = problem.dependence() == Dependence::none && problem.body() && !problem.is_free();
  return plain ? TorquedBody<double>::kind : problem.kind();
}

/// What is known of the family's motions before anything runs.
void describe(const Family& family, Recommendation& r) {
  r.problem = kind_of(family.first().problem()), r.bodies = family.size();
  r.radians = 0, r.chaotic = false, r.longest = INFINITY;
  for (const auto& judge : family) {
    const auto& path = judge->path();
    include(r.reference_error, {path.error().attitude, path.error().momentum});
    include(r.moved, {path.moved().attitude, path.moved().momentum});
    r.reference.kind = text(path.origin());
    r.radians = std::max(r.radians, path.turns());
    r.features_longer_than =
        std::max(r.features_longer_than, reference::shortest_feature(judge->problem(), r.duration));
    r.chaotic |= is_chaotic(path);
    r.longest = std::min(r.longest, path.together_for(allowed(r.requirement)));
  }
  r.reference.error_estimate = std::max(r.reference_error.attitude, r.reference_error.momentum);
  r.least_steps = r.requirement.attitude || !r.requirement.has_target()
                      ? 1
                      : std::max<std::int64_t>(1, std::llround(std::ceil(2 * r.radians)));
}

void recommend_for(const Variations& bodies, std::vector<Recommendation>& all) {
  const auto& first = all.front();
  std::vector<Problem<double>> problems;
  std::vector<Problem<float128>> wides;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    problems.push_back(bodies.spec<double>(i).problem), wides.push_back(bodies.spec<float128>(i).problem);
  std::vector<std::unique_ptr<Judge>> judges(problems.size());
  parallel_for(problems.size(), [&](std::size_t i) {
    judges[i] = std::make_unique<Judge>(problems[i], certified_path(wides[i], all), first.t0, first.duration,
                                        first.requirement.at_end);
  });
  std::optional<EnergyBalance> balance;
  const auto* torqued = problems.front().torqued();
  if (problems.front().body() && !problems.front().conservative() && !(torqued && torqued->varying())) {
    const auto& path = judges.front()->path();
    const double change = energy(problems.front(), path.at(first.t0 + first.duration)) -
                          energy(problems.front(), path.at(first.t0)),
                 work = path.work(problems.front());
    if (std::abs(change - work) <= 1e-4 * std::max({std::abs(change), std::abs(work), judges.front()->kinetic()}))
      balance = {change, work};
    else
      for (auto& r : all)
        r.warnings.push_back(
            fmt::format("torque: its work, {:.6g}, differs from the change of the energy, {:.6g}", work, change));
  }
  Family family(std::move(judges));

  for (auto& r : all) {
    describe(family, r);
    r.breaks = family.first().breaks(), r.most_breaks = family.most_breaks();
    r.balance = balance;
    const auto runners = runners_for(family.first().problem(), r);
    for (const auto& runner : runners) r.candidates.push_back({runner.info});
    const double timing_seconds = 4 / static_cast<double>(all.size());
    if (r.chaotic && !r.requirement.rate && is_lost(family.first().path(), r.requirement, r.duration))
      for (auto& c : r.candidates)
        c.drop(Outcome::chaotic, "the motion multiplies the rounding of each step beyond the tolerance");
    else if (r.requirement.rate)
      rate_given_step(family, runners, r, timing_seconds);
    else
      find_steps(family, runners, r, timing_seconds);
    mark_front(r);
  }
}

/// Seconds of a unit of time, where the spec says which it is.
std::optional<double> seconds_of_unit(const std::vector<std::pair<std::string, std::string>>& units) {
  for (const auto& [quantity, unit] : units)
    if (quantity == "time")
      if (const auto known = reading::quantity(unit); known && known->powers == std::array{0, 0, 1, 0})
        return static_cast<double>(known->size);
  return {};
}

/// The step of a rate, and the horizon of whole steps that is next to the one that was asked for.
void take_rate(Recommendation& r) {
  if (!r.requirement.rate) return;
  auto& rate = *r.requirement.rate;
  const auto second = seconds_of_unit(r.units);
  if (rate.hertz && !second)
    throw UserError(
        "--rate: {:g} Hz is given; accepted: with units.time in the spec, fs, ps, ns, us, ms, s, min, h or "
        "d, or a number without Hz: steps in a unit of time",
        rate.value);
  if (rate.hertz) rate = {rate.value * *second};
  if (second) r.period = *second / rate.value;
  const double steps = std::round(std::abs(r.duration) * rate.value);
  if (!(steps >= 1 && steps <= static_cast<double>(most_steps)))
    throw UserError("--rate: {:g} steps in a time of {:g} are given; accepted: 1 to {}",
                    std::abs(r.duration) * rate.value, r.duration, most_steps);
  r.duration = std::copysign(steps / rate.value, r.duration);
}

/// Noise is drawn over the time of the spec.
void check_noise(const nlohmann::json& document, const Requirement& requirement, const Spec<double>& spec) {
  if (!requirement.time || !spec.time || std::abs(*requirement.time) <= std::abs(*spec.time)) return;
  reading::for_each_torque({document}, [&](const std::string& kind, const reading::Given& j) {
    if (kind == "noise" && !j.has("intervals"))
      throw UserError(
          "--time: {:g} is given, and {} is noise over {:g}; accepted: at most this, or a longer time in the spec",
          *requirement.time, j.field, *spec.time);
  });
}

/// The members of an ensemble about the motion of a spec, or under its noise.
Members members_of(const Variations& bodies, const Spec<double>& spec, const Requirement& requirement) {
  if (!spec.problem.body())
    throw UserError("--standard-error: given with a director or particles; accepted: with a rigid body");
  if (const auto why = why_not(*find_method(referee), spec.problem, spec.momentum_torques); !why.empty())
    throw UserError("--standard-error: given with a problem that {} does not support ({}); accepted: another", referee,
                    why);
  return {bodies, spec, {0, requirement.spread.value_or(bodies.differ() ? 0 : usual_spread), statistics_seed}};
}

/// How fast small differences grow in chaotic motion, and the distributions where they are asked for.
void add_statistics(const Variations& bodies, const Spec<double>& spec, std::vector<Recommendation>& all) {
  const bool asked = all.front().requirement.standard_error.has_value();
  const bool can_be_made = spec.problem.body() && supports(*find_method(referee), spec.problem);
  if (!asked && (!all.front().chaotic || !can_be_made)) return;
  const auto members = members_of(bodies, spec, all.front().requirement);
  const auto time = lyapunov_time(members, all.front().t0, all.front().duration);
  for (auto& r : all) {
    r.lyapunov_time = time;
    if (asked) r.statistics = find_statistics(members, runners_for(spec.problem, r), r, r.warnings);
  }
}

}  // namespace

std::string_view name(Outcome outcome) {
  constexpr std::string_view names[] = {"meets", "hopeless", "misses", "fails", "chaotic", "undecided"};
  return names[static_cast<int>(outcome)];
}

std::vector<std::size_t> Recommendation::ranking() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (candidates[i].chosen) list.push_back(i);
  std::stable_sort(list.begin(), list.end(), [&](std::size_t a, std::size_t b) { return cost_of(a) < cost_of(b); });
  return list;
}

Grid<double> Recommendation::grid(std::int64_t steps) const {
  return recommending::grid(t0, duration, breaks, most_breaks, steps);
}

double angle_of(const std::string& text) {
  double x = 0;
  const auto* end = text.data() + text.size();
  const auto r = std::from_chars(text.data() + text.starts_with('+'), end, x);
  std::string_view unit(r.ptr, end);
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  if (r.ec == std::errc() && unit == "deg") return pi_of<double>() / 180 * x;
  if (r.ec != std::errc() || !(unit.empty() || unit == "rad"))
    throw UserError("--attitude-error: {} is given; accepted: a number of radians, or like 0.1deg", shortened(text));
  return x;
}

Rate rate_of(const std::string& text) {
  Rate rate{0};
  const auto* end = text.data() + text.size();
  const auto r = std::from_chars(text.data(), end, rate.value);
  const std::string_view unit(r.ptr, end);
  for (const auto& [name, size] : {std::pair("Hz", 1.0), {"kHz", 1e3}, {"MHz", 1e6}})
    if (unit == name) rate = {size * rate.value, true};
  if (r.ec != std::errc() || !(unit.empty() || rate.hertz) || !(rate.value > 0 && std::isfinite(rate.value)))
    throw UserError(
        "--rate: {} is given; accepted: a positive number of steps in the spec's unit of time, or like 1000Hz",
        shortened(text));
  return rate;
}

void check_requirement(const Requirement& requirement) {
  const auto positive = [](const char* flag, const std::optional<double>& x) {
    if (x && !(*x > 0 && std::isfinite(*x)))
      throw UserError("{}: {:g} is given; accepted: a positive number", flag, *x);
  };
  positive("--attitude-error", requirement.attitude);
  if (requirement.attitude && *requirement.attitude >= pi_of<double>())
    throw UserError(
        "--attitude-error: {:g} is given; accepted: a positive number below 3.14, for no two attitudes are farther "
        "apart (radians)",
        *requirement.attitude);
  positive("--momentum-error", requirement.momentum);
  positive("--energy-drift", requirement.energy);
  positive("--standard-error", requirement.standard_error);
  positive("--time-limit", requirement.seconds);
  if (!(requirement.torque_seconds >= 0 && std::isfinite(requirement.torque_seconds)))
    throw UserError("--torque-cost: {:g} is given; accepted: microseconds, 0 or more",
                    1e6 * requirement.torque_seconds);
  requirement.among.check();
  for (const auto& [flag, given] : {std::pair("--attitude-error", requirement.attitude.has_value()),
                                    {"--momentum-error", requirement.momentum.has_value()},
                                    {"--energy-drift", requirement.energy.has_value()},
                                    {"--rate", requirement.rate.has_value()},
                                    {"--at-end", requirement.at_end}})
    if (given && requirement.standard_error)
      throw UserError("{}: given with --standard-error; accepted: one of the two", flag);
  if (requirement.spread && !requirement.standard_error)
    throw UserError("--spread: given without --standard-error; accepted: both, for distributions over time");
  if (requirement.time && !(std::isfinite(*requirement.time) && *requirement.time != 0))
    throw UserError("--time: {:g} is given; accepted: a finite number, not zero", *requirement.time);
}

std::vector<Recommendation> recommend_each(const Variations& bodies, const Spec<double>& spec,
                                           const std::vector<Requirement>& requirements) {
  std::vector<Recommendation> all;
  for (const auto& requirement : requirements) {
    if (!requirement.has_target() && !requirement.rate && !requirement.standard_error)
      throw UserError(
          "--attitude-error: missing; accepted: a positive number here, or for --momentum-error, --energy-drift or "
          "--standard-error");
    if (!requirement.time && !spec.time)
      throw UserError("--time: missing; accepted: a duration here, or time, or h with steps, in the spec");
    check_noise(bodies.body(0), requirement, spec);
    const auto check_duration = [&spec](double duration) {
      auto asked = spec;
      asked.time = duration, asked.grid.reset();
      check_span(asked);
    };
    const double duration = requirement.time.value_or(spec.time.value_or(0));
    if (requirement.time) check_duration(duration);
    Recommendation r{spec, requirement, spec.t0, duration};
    take_rate(r);
    if (std::abs(r.duration) > std::abs(duration)) check_duration(r.duration);  // of whole steps
    all.push_back(std::move(r));
  }
  if (all.front().requirement.standard_error)
    for (auto& r : all)
      r.problem = kind_of(spec.problem), r.breaks = breaks_between(spec.problem, r.t0, r.duration),
      r.longest = INFINITY;
  else
    try {
      recommend_for(bodies, all);
    } catch (const reference::NoMotion& e) {
      throw UserError(e.what());
    }
  add_statistics(bodies, spec, all);
  return all;
}

Recommendation recommend(const nlohmann::json& document, const Requirement& requirement) {
  const Variations bodies(document);
  return recommend_each(bodies, bodies.spec<double>(0), {requirement}).front();
}

}  // namespace polhode
