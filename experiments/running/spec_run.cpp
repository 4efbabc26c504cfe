// SPDX-License-Identifier: MIT
#include "experiments/running/spec_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/state_json.hpp"
#include "core/reference/half_turns.hpp"
#include "core/system/user.hpp"
#include "experiments/running/between_nodes.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/plugins.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

using json = nlohmann::ordered_json;

/// What depends on time has no energy, nor has what has no potential.
void warn_of_energy(const Spec<double>& spec, std::vector<std::string>& warnings) {
  for (const auto& [what, depends_on_time] : spec.problem.without_energy(spec.torques, spec.momentum_torques))
    warnings.push_back(
        fmt::format("energy: without {}, which {}", what, depends_on_time ? "depends on time" : "has no potential"));
}

/// The first of the times that lies inside a step.
std::optional<double> inside_a_step(const std::vector<double>& times, const Grid<double>& grid) {
  const double sense = grid.time(grid.steps()) < grid.t0() ? -1 : 1;
  for (const double t : times) {
    if (sense * (t - grid.t0()) <= 0 || sense * (grid.time(grid.steps()) - t) <= 0) continue;
    const auto after = grid.first_node(t, 1);
    const double begin = grid.time(after - 1), end = grid.time(after), h = end - begin,
                 nearest = std::min(std::abs(t - begin), std::abs(end - t));
    if (nearest > Grid<double>::slack * std::abs(h)) return t;
  }
  return {};
}

/// Two breaks with less between them than a node is wide are one to a grid: what a torque does there is not seen.
void warn_of_short_pulses(std::vector<double> breaks, const Grid<double>& grid, std::vector<std::string>& warnings) {
  constexpr double rounding = 8 * 0x1p-52;
  const double end = grid.time(grid.steps()), near = Grid<double>::slack * std::abs(grid.cycle().front());
  std::sort(breaks.begin(), breaks.end());
  for (std::size_t i = 1; i < breaks.size(); ++i) {
    const double t = breaks[i - 1], apart = breaks[i] - t;
    if (!(apart > rounding * std::abs(t) && apart <= near) || (t - grid.t0()) * (t - end) > 0) continue;
    warnings.push_back(fmt::format(
        "torque: changes at t = {:g} and again {:.2g} later, within {:g} of a step: what it does between is lost", t,
        apart, Grid<double>::slack));
    return;
  }
}

/// A torque that jumps, or has a kink, inside a step takes the order from any method: steps end there, unless the spec
/// has it otherwise. Says so.
void end_steps_at_breaks(Spec<double>& spec, const std::vector<double>& rows_at) {
  auto breaks = spec.problem.breaks(spec.aligned.value_or(signals::kinks));
  auto& grid = *spec.grid;
  warn_of_short_pulses(breaks, grid, spec.warnings);
  if (!spec.sampled.empty()) {
    const auto samples = HeldControl<double>::breaks(spec.sampled, spec.t0, spec.t0 + *spec.time);
    breaks.insert(breaks.end(), samples.begin(), samples.end());
  }
  breaks.insert(breaks.end(), rows_at.begin(), rows_at.end());
  if (spec.aligned || !spec.sampled.empty()) grid = grid.aligned(breaks);
  const auto first = inside_a_step(breaks, grid);
  if (!first) return;
  const bool jumps = first == inside_a_step(spec.problem.breaks(0), grid);
  const auto what = fmt::format("torque: {} at t = {:g}, inside a step", jumps ? "jumps" : "has a kink", *first);
  if (spec.crosses || !grid.uniform()) {
    spec.warnings.push_back(what + "; use steps that end there");
  } else {
    const auto asked = grid.steps();
    grid = grid.cut(breaks);
    spec.warnings.push_back(
        fmt::format("{}; steps are cut there and at its other breaks: {} for {}", what, grid.steps(), asked));
  }
}

bool is_finite(const json& j) {
  return j.is_structured() ? std::all_of(j.begin(), j.end(), [](const json& x) { return is_finite(x); })
                           : !j.is_number_float() || std::isfinite(j.get<double>());
}

/// A number of the answer is larger than a double can hold.
struct Overflow {
  std::int64_t n;
};

void fill(TrajectoryRow& row, const Spec<double>& spec, const SeenState& seen) {
  row.clear();
  row.integer("n", seen.n), row.scalar("t", seen.t);
  if (!spec.events.empty()) row.integer("event", seen.event);
  add_state(row, spec, seen.state, seen.t, std::identity());
  if (!row.is_finite()) throw Overflow{seen.n};
}

/// A step that turns the body so far cannot be interpolated well.
void warn_of_turns(const BetweenNodes& between, std::vector<std::string>& warnings) {
  constexpr double wide = 1;  // radians
  if (between.largest_angle() > wide)
    warnings.push_back(fmt::format(
        "between nodes: a step turns the body by {:.2g} radians, too much for interpolation; take shorter steps",
        between.largest_angle()));
}

/// The run of a body whose last torque stands for sampled controllers, from one of their times to the next.
ProblemRun run_held(const ProblemRunner& runner, const Spec<double>& spec, const ProblemSampler* sampler) {
  const auto& grid = *spec.grid;
  HeldControl<double> held(spec.sampled, spec.t0, grid.time(grid.steps()));
  const double slack = Grid<double>::slack * std::abs(grid.cycle().front());
  auto problem = spec.problem;
  ProblemRun all{Status::ok, Failure::none, 0, problem.start(), 0, {}};
  const ProblemSampler see{1, [&](const ProblemSample& s) {
                             const auto n = all.steps + s.n;
                             if ((s.n > 0 || n == 0) && (n % sampler->every == 0 || n == grid.steps()))
                               sampler->see({n, grid.time(n), s.state, s.norm_defect, s.interval});
                           }};
  do {
    hold(problem, held, grid.time(all.steps), all.state);
    auto stop = all.steps + 1;
    for (const double next = held.next(); stop < grid.steps() && grid.time(stop) < next - slack;) ++stop;
    auto run = runner.run(problem, grid.part(all.steps, stop), sampler ? &see : nullptr);
    run.steps += all.steps;
    run.counters.torque_evaluations += all.counters.torque_evaluations;
    run.counters.solver_iterations += all.counters.solver_iterations;
    all = run;
  } while (all.status == Status::ok && all.steps < grid.steps());
  return all;
}

/// What sees every step, and warns where the motion ends at a half turn from a target; empty where no torque jumps
/// there.
std::function<void(const ProblemSample&)> watch_of_half_turns(const Problem<double>& problem,
                                                              std::vector<std::string>& warnings) {
  const auto* body = problem.torqued();
  const auto watch = body ? reference::half_turns(*body) : nullptr;
  if (!watch) return {};
  return [watch, &warnings, ended = false](const ProblemSample& s) mutable {
    if (!ended) try {
        watch(s.t, s.state.rigid()->R);
      } catch (const reference::NoMotion& e) {
        warnings.emplace_back(e.what()), ended = true;
      }
  };
}

using See = std::function<void(const SeenState&)>;

/// What takes the time of a run: its steps, the looks for events between them, or the rows.
Forecast::Work work_of(const Spec<double>& spec) {
  const auto& grid = *spec.grid;
  const double steps = static_cast<double>(grid.steps()), time = grid.time(grid.steps()) - grid.t0();
  if (spec.dense && std::abs(time) / *spec.dense > steps) return {"run", "dense", *spec.dense, true};
  if (!spec.events.empty() && std::abs(grid.first_step()) > 1e-6 * std::abs(time)) return {"run", "time", time};
  return {"run", "steps", steps};
}

SpecRun integrate_spec(const Spec<double>& spec, const MethodInfo& method, const See& see, double limit,
                       const std::vector<double>& rows_at) {
  const auto& grid = *spec.grid;
  const auto& problem = spec.problem;
  if (spec.dense && !(std::abs(grid.time(grid.steps()) - grid.t0()) / *spec.dense <= 0x1p53))
    throw UserError("dense: {:g} is given; accepted: a time that leaves at most 2^53 rows", *spec.dense);
  SpecRun out{spec, std::string(method.id)};
  out.h = grid.cycle(), out.body = body_json(spec, std::identity());
  warn_of_energy(spec, out.warnings);
  out.reason = why_not(method, problem, spec.momentum_torques);
  if (!out.reason.empty()) return out;
  const auto& runner = *find_runner<Problem<double>>(method);

  Forecast forecast(work_of(spec), limit);
  const double begin = grid.t0(), time = grid.time(grid.steps()) - begin;
  std::int64_t seen = 0, calls = 0;
  double done = 0;
  const auto pace = [&](double t) {
    constexpr std::int64_t seldom = 64;  // a clock takes longer than a step
    done = std::max(done, (t - begin) / time);
    if ((++calls % seldom == 0 || spec.every >= seldom) && done > 0) forecast(done);
  };
  std::optional<ProblemSample> last;  // of the rows
  const auto show = [&](const SeenState& row) {
    see(row);
    last = ProblemSample{row.n, row.t, row.state, 0, {}};
  };
  std::optional<BetweenNodes> between;
  const bool looks_between = spec.dense || !spec.events.empty();
  if (looks_between && (problem.body() || problem.director())) between.emplace(spec, runner, pace);
  const auto watch_half_turns = watch_of_half_turns(problem, out.warnings);
  const double slack = Grid<double>::slack * std::abs(grid.cycle().front());
  std::size_t row = 0;
  const bool sees_all = looks_between || watch_half_turns || !rows_at.empty();
  const ProblemSampler sampler{sees_all ? 1 : spec.every, [&](const auto& s) {
                                 stop_if_interrupted();
                                 if (watch_half_turns) watch_half_turns(s);
                                 if (between)
                                   between->up_to(s, [&](const auto& row) {
                                     show({row.t == s.t ? s.n : s.n - 1, row.t, row.state, row.event});
                                   });
                                 if (row < rows_at.size()
                                         ? std::abs(s.t - rows_at[row]) <= slack && ++row
                                         : spec.every > 0 && (s.n % spec.every == 0 || s.n == grid.steps()))
                                   show({s.n, s.t, s.state, 0});
                                 pace(s.t);
                                 seen = s.n;
                               }};
  constexpr std::int64_t long_run = 1000000;  // steps after which a person wants to see that it goes on
  const ProblemSampler watch{std::min(grid.steps() / 200, long_run), [&](const auto& s) {
                               stop_if_interrupted();
                               if (s.n > 0) forecast((s.t - begin) / time);
                             }};
  const auto overflow = [&](std::int64_t n) {
    out.status = Status::diverged, out.steps = n;
    out.reason =
        fmt::format("a number of the answer is larger than a double can hold after {} of {} steps", n, grid.steps());
    if (!last) return out;
    out.steps = last->n, out.reason += "; final is the last row before", out.has_rows = true;
    out.end = json{{"t", last->t}};
    state_json(out.end, spec, last->state, last->t, std::identity());
    return out;
  };
  ProblemRun run;
  try {
    const auto* seen_by = sampler.every > 0 ? &sampler : grid.steps() > long_run ? &watch : nullptr;
    run = spec.sampled.empty() ? runner.run(problem, grid, seen_by) : run_held(runner, spec, seen_by);
  } catch (const Overflow& o) {
    return overflow(o.n);
  } catch (const ForeignMethodFailed& e) {
    out.reason = e.what();
    return out;
  }
  json end{{"t", grid.time(run.steps)}};
  state_json(end, spec, run.state, grid.time(run.steps), std::identity());
  if (!is_finite(end)) return overflow(run.steps);
  out.status = run.status, out.steps = run.steps, out.counters = run.counters, out.end = std::move(end);
  out.has_rows = looks_between || spec.every > 0;
  if (run.status != Status::ok) {
    out.reason =
        fmt::format("{} after {} of {} steps; final is the last good state", run.reason(), run.steps, grid.steps());
    if (spec.every > 0 && run.steps > seen) show({run.steps, grid.time(run.steps), run.state, 0});
  }
  if (between) {
    out.between = RowsBetween{between->interpolates(), between->error()};
    warn_of_turns(*between, out.warnings);
  }
  if (const auto* body = problem.body()) {
    const auto started = *runner.run(problem, grid.part(0, 0), nullptr).state.rigid();
    if (norm(started.Pi - body->initial.Pi) != 0)
      out.start_momentum = vector_json(spec.to_user(started).Pi, std::identity());
  }
  return out;
}

}  // namespace

SpecRun run_spec(const Spec<double>& spec, const SeeRow& see, double limit) {
  TrajectoryRow row;
  auto out = follow_spec(
      spec, [&](const SeenState& seen) { fill(row, spec, seen), see(row); }, limit);
  out.free_motion = free_motion_json(spec, std::identity());
  return out;
}

SpecRun follow_spec(const Spec<double>& spec, const See& see, double limit, const std::vector<double>& rows_at) {
  if (!(limit > 0)) throw UserError("--time-limit: {:g} is given; accepted: a positive number of seconds", limit);
  if (!spec.method) throw UserError("method: missing; accepted: the name of a method, see \"polhode list methods\"");
  const auto* method = named_method(*spec.method);
  if (!method) throw UserError("method: " + unknown_name("method", *spec.method, method_names()));
  if (!spec.grid) {
    if (!spec.time) throw UserError("h: missing; accepted: h or time, with steps");
    throw UserError("steps: missing; accepted: an integer from 1 to 2^53");
  }
  auto own = spec;
  end_steps_at_breaks(own, rows_at);
  return integrate_spec(own, *method, see, limit, rows_at);
}

}  // namespace polhode
