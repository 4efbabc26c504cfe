// SPDX-License-Identifier: MIT
#include "experiments/running/comparison_runner.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "core/geometry/scalar.hpp"
#include "core/geometry/wide.hpp"
#include "core/reference/free_body.hpp"
#include "core/reference/of_problem.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

KnownEnd find(const Comparison& comparison) {
  const auto wide = cast<float128>(comparison.problem);
  const auto r = reference::at(wide, float128(comparison.t0), float128(comparison.duration));
  return {r.state, {std::string(reference::text(reference::origin(wide))), static_cast<double>(r.error_estimate)}};
}

Grid<double> grid_of(const Comparison& comparison, std::int64_t steps) {
  return Grid<double>::of_duration(comparison.t0, comparison.duration, steps);
}

/// With the j-th of an ensemble of starts: the first component of the momentum that is not 0 is another.
Problem<double> with_start(const Problem<double>& problem, int j) {
  const auto move = [j](auto& momentum) {
    const int i = momentum[0] != 0 ? 0 : momentum[1] != 0 ? 1 : 2;
    momentum[i] *= 1 + j * 1e-14;
  };
  auto start = problem.start();
  if (auto* rigid = std::get_if<RigidState<double>>(&start)) move(rigid->Pi);
  if (auto* particles = std::get_if<ParticleState<double>>(&start)) move(particles->p);
  return problem.from(start);
}

/// A run that is watched if there is a limit; watching changes no number.
ProblemRun run_until(const TimeLimit& limit, const ProblemRunner& runner, const Problem<double>& problem,
                     const Grid<double>& grid) {
  const ProblemSampler watch{64, [&](const ProblemSample&) { limit.check(); }};
  return runner.run(problem, grid, std::isfinite(limit.seconds) ? &watch : nullptr);
}

/// More than the tolerance of the golden files.
bool differs(double a, double b, double floor) {
  return std::abs(a - b) > 1e-4 * std::abs(a) + 100 * floor;
}

/// The error of the momentum of the last step, at the end of the motion or in the middle of the step; nothing where the
/// method has no momentum of a step.
std::optional<double> interval_error(const Comparison& comparison, const ProblemRunner& runner, std::int64_t steps,
                                     Norm which) {
  const auto* director = comparison.problem.director();
  if (!director) return {};
  std::optional<Interval<double>> last;
  const ProblemSampler sampler{steps, [&](const auto& s) { last = s.interval; }};
  runner.run(comparison.problem, grid_of(comparison, steps), &sampler);
  if (!last) return {};
  Comparison until = comparison;
  if (which == Norm::middle_momentum) until.duration = last->t - comparison.t0;
  const auto known = cast<double>(std::get<DirectorState<float128>>(reference_of(until).state));
  return norm(momentum_in<Space>(*last) - director->I * known.omega);
}

Point run_all(const Comparison& comparison, const MethodInfo& method, std::int64_t steps,
              const std::vector<Norm>& norms, const TimeLimit& limit, bool counted = true) {
  const auto& known = reference_of(comparison);
  const auto& problem = comparison.problem;
  Point point{steps, comparison.duration / static_cast<double>(steps)};
  point.reason = why_not(method, problem);
  if (!point.reason.empty()) {
    point.status = Status::skipped;
    return point;
  }
  const auto& runner = *find_runner<Problem<double>>(method);
  const auto run = run_until(limit, runner, problem, grid_of(comparison, steps));
  constexpr double as_long = 100;  // runs, as one whose operations are counted
  limit.check(as_long * limit.watch.seconds());
  point.status = run.status, point.counters = run.counters;
  if (run.status != Status::ok) {
    point.reason = fmt::format("{} after {} of {} steps", run.reason(), run.steps, steps);
    return point;
  }
  const auto wide = cast<float128>(problem);
  const auto error_of = [&](Norm norm, const State<double>& state) {
    return scalar_cast<double>(error(norm, wide, cast<float128>(state), known.state));
  };
  for (const auto norm : norms) {
    const auto of_interval = is_of_interval(norm) ? interval_error(comparison, runner, steps, norm) : std::nullopt;
    if (is_of_interval(norm) && !of_interval) {
      point.status = Status::skipped, point.reason = "it has no momentum of a step", point.errors.clear();
      return point;
    }
    point.errors.push_back(
        {norm, of_interval ? *of_interval : error_of(norm, run.state),
         std::max(known.info.error_estimate, epsilon<double>() * scalar_cast<double>(size(norm, wide, known.state)) *
                                                 std::sqrt(static_cast<double>(steps)))});
  }

  const auto moved_end = [&](int j) {
    return run_until(limit, runner, with_start(problem, j), grid_of(comparison, steps)).state;
  };
  point.chaotic = !is_of_interval(norms.front()) &&
                  differs(point.error(), error_of(norms.front(), moved_end(1)), point.errors.front().floor);
  if (point.chaotic) {
    std::vector<State<double>> ends;
    for (int j = 0; j < ensemble_size; ++j) ends.push_back(moved_end(j));
    for (auto& e : point.errors) {
      if (is_of_interval(e.norm)) continue;
      std::vector<double> errors;
      for (const auto& end : ends) errors.push_back(error_of(e.norm, end));
      e.value = median(errors);
    }
  }

  const auto* counts = counted && !problem.has_momentum_torques() ? find_runner<Problem<Wide>>(method) : nullptr;
  if (counts) {  // engines do not
    const auto counting_problem = cast<Wide>(problem);
    const auto count = [&](const Grid<Wide>& grid) { counts->run(counting_problem, grid, nullptr); };
    count(Grid<Wide>::of_step(comparison.t0, point.h, 1));  // makes its tables
    const CountsAsDouble counting;
    count(Grid<Wide>::of_duration(comparison.t0, comparison.duration, steps));
    point.operations = counting.operations();
  }
  return point;
}

/// Does the work; where its time is over, or a method from outside fails, the point or history is skipped and says why.
void unless_skipped(auto& its, const std::string& late, const auto& work) {
  try {
    return work();
  } catch (const TimeLimit::Passed&) {
    its.reason = late, its.late = true;
  } catch (const ForeignMethodFailed& e) {
    its.reason = e.what();
  }
  its.status = Status::skipped;
}

Point run(const Comparison& comparison, const MethodInfo& method, std::int64_t steps, const std::vector<Norm>& norms,
          double seconds) {
  reference_of(comparison);  // is not a part of the case
  const TimeLimit limit{seconds};
  Point point{steps, comparison.duration / static_cast<double>(steps)};
  unless_skipped(point, fmt::format("{} of {:g} s", time_limit, seconds),
                 [&] { point = run_all(comparison, method, steps, norms, limit); });
  return point;
}

double time(const Comparison& comparison, const MethodInfo& method, std::int64_t steps) {
  constexpr double enough = 5e-5;  // seconds, some thousand ticks of the clock
  if (!supports(method, comparison.problem)) return 0;
  const auto& runner = *find_runner<Problem<double>>(method);
  const auto grid = grid_of(comparison, steps);
  const auto bare = [&] {
    try {
      runner.run(comparison.problem, grid, nullptr);
    } catch (const ForeignMethodFailed&) {  // which the counted run has said
    }
  };
  const Stopwatch watch;
  return seconds_of(bare, enough, 1, [&] { return watch.seconds(); });
}

History history(const Comparison& comparison, const MethodInfo& method, std::int64_t steps, Quantity quantity, int j,
                double seconds) {
  const TimeLimit limit{seconds};
  const auto problem = with_start(comparison.problem, j);
  History seen{{columns(quantity), {}}};
  seen.curve.columns.resize(seen.curve.names.size());
  seen.reason = why_not(method, problem);
  if (!seen.reason.empty()) {
    seen.status = Status::skipped;
    return seen;
  }
  double H0 = 0;
  bool finite = true;
  std::optional<ProblemSample> before;
  const ProblemSampler sampler{1, [&](const auto& s) {
                                 if (s.n == 0) H0 = energy(problem, s.state);
                                 const Row row = observe(quantity, Node{problem, s, before, H0});
                                 finite &=
                                     std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); });
                                 for (std::size_t i = 0; finite && i < row.size(); ++i)
                                   seen.curve.columns[i].push_back(row[i]);
                                 before = s;
                                 if (s.n > 2) limit.check();
                               }};
  unless_skipped(seen, std::string(time_limit), [&] {
    const auto run = find_runner<Problem<double>>(method)->run(problem, grid_of(comparison, steps), &sampler);
    seen.status = run.status, seen.reason = run.reason();
  });
  if (!finite && seen.status == Status::ok) seen.status = Status::diverged, seen.reason = "not a finite number";
  return seen;
}

/// Errors of bodies without torque, against Boost's elliptic functions in 113 bits: no estimate of its error, which is
/// below 1e-25 away from the separatrix.
std::vector<double> step_errors(const Comparison& comparison) {
  const auto& body = std::get<FreeBody<double>>(comparison.problem);
  const auto exact = reference::exact_free_motion(cast<float128>(body), float128(comparison.duration));
  std::vector<double> errors;
  for (const auto* m : comparison.methods) {
    errors.push_back(1);
    History its;
    unless_skipped(its, "", [&] {
      const auto run = find_runner<Problem<double>>(*m)->run(comparison.problem, grid_of(comparison, 1), nullptr);
      if (run.status != Status::ok) return;
      const auto end = cast<float128>(*run.state.rigid());
      const auto momentum = scalar_cast<double>(float128(norm(end.Pi - exact.Pi) / norm(exact.Pi)));
      errors.back() = std::max(momentum, scalar_cast<double>(attitude_distance(end.R, exact.R)));
    });
  }
  return errors;
}

}  // namespace

ComparisonRunner comparison_runner(double seconds) {
  return {[seconds](const Comparison& comparison, const MethodInfo& method, std::int64_t steps,
                    const std::vector<Norm>& norms) { return run(comparison, method, steps, norms, seconds); },
          time, [](const Comparison& comparison) { return reference_of(comparison).info; },
          [seconds](const Comparison& comparison, const MethodInfo& method, std::int64_t steps, Quantity quantity,
                    int j) { return history(comparison, method, steps, quantity, j, seconds); },
          step_errors};
}

const KnownEnd& reference_of(const Comparison& comparison) {
  static std::mutex mutex;
  static std::map<std::tuple<std::string, double, double>, KnownEnd> known;  // by the whole problem
  const std::lock_guard lock(mutex);
  const auto key = std::tuple(identity(comparison.problem), comparison.t0, comparison.duration);
  const auto it = known.find(key);
  return it != known.end() ? it->second : known.emplace(key, find(comparison)).first->second;
}

double error_of(const Comparison& comparison, const MethodInfo& method, std::int64_t steps, Norm norm) {
  return run_all(comparison, method, steps, {norm}, TimeLimit{INFINITY}, false).error();
}

}  // namespace polhode
