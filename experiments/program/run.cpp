// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>

#include "core/io/state_json.hpp"
#include "core/system/progress.hpp"
#include "experiments/judging/populations/explain.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

const auto plain = [](double x) { return x; };

/// What depends on time has no energy.
template <class P>
void warn_of_energy(const P& problem, std::vector<std::string>& warnings) {
  const auto warn = [&](const std::string& of) {
    warnings.push_back("energy: without " + of + ", which depends on time");
  };
  if constexpr (requires { problem.torques; }) {
    for (const auto& torque : problem.torques)
      std::visit(
          [&](const auto& k) {
            if (!k.autonomous()) warn("the torque " + std::string(k.kind));
          },
          torque);
  } else if constexpr (requires { P::depends_on_time; }) {
    if (!problem.autonomous()) warn(std::string(P::depends_on_time));
  }
}

bool same_momentum(const RigidState<double>& a, const RigidState<double>& b) {
  return a.Pi[0] == b.Pi[0] && a.Pi[1] == b.Pi[1] && a.Pi[2] == b.Pi[2];
}

template <class P>
json trajectory_row(const Spec<double>& spec, const P& problem, const Sample<P>& sample) {
  json row{{"n", sample.n}, {"t", sample.t}};
  state_json(row, spec, problem, sample.state, plain);
  return row;
}

template <class P>
json integrate_spec(const Spec<double>& spec, const P& problem, const MethodInfo& method) {
  const auto& grid = *spec.grid;
  json out{{"schema", "polhode/run/1"}, {"status", "skipped"}};
  std::vector<std::string> warnings = spec.warnings;
  warn_of_energy(problem, warnings);
  const auto close = [&](std::int64_t steps) {
    out["warnings"] = warnings;
    out["method"] = method.id;
    out["steps"] = steps;
    if (grid.cycle().size() == 1)
      out["h"] = grid.cycle().front();
    else
      out["h"] = grid.cycle();
  };

  const auto* runner = find_runner<P>(method);
  if (!runner) {
    out["reason"] = why_not<P>(method);
    close(0);
    return out;
  }

  Progress progress("run", static_cast<double>(grid.steps()));
  json trajectory = json::array();
  std::int64_t seen = 0;
  const Sampler<P> sampler{spec.every, [&](const Sample<P>& s) {
                             stop_if_interrupted();
                             trajectory.push_back(trajectory_row(spec, problem, s));
                             progress.add(static_cast<double>(s.n - seen));
                             seen = s.n;
                           }};
  constexpr std::int64_t long_run = 1000000;  // steps after which a person wants to see that it goes on
  const Sampler<P> watch{std::max(grid.steps() / 200, std::int64_t(1)), [&](const Sample<P>& s) {
                           stop_if_interrupted();
                           progress.add(static_cast<double>(s.n - seen));
                           seen = s.n;
                         }};
  const auto run = runner->run(problem, grid, spec.every > 0 ? &sampler : grid.steps() > long_run ? &watch : nullptr);
  out["status"] = name(run.status);
  if (run.status != Status::ok) {
    out["reason"] =
        fmt::format("{} after {} of {} steps; final is the last good state",
                    run.status == Status::diverged ? "the state is not finite" : "no root on the branch from h -> 0",
                    run.steps, grid.steps());
    if (spec.every > 0 && run.steps > seen)
      trajectory.push_back(trajectory_row<P>(spec, problem, {run.steps, grid.time(run.steps), run.state, 0, {}}));
  }
  close(run.steps);
  if constexpr (requires { run.state.Pi; }) {
    const auto started = runner->run(problem, Grid<double>::of_cycle(grid.t0(), grid.cycle(), 0), nullptr);
    if (!same_momentum(started.state, problem.initial))
      out["start_momentum"] = vector_json(spec.to_user(started.state).Pi, plain);
  }
  out["final"] = {{"t", grid.time(run.steps)}};
  state_json(out["final"], spec, problem, run.state, plain);
  if (spec.every > 0) out["trajectory"] = std::move(trajectory);
  out["tally"] = {{"torque_evaluations", run.tally.torque_evaluations},
                  {"solver_iterations", run.tally.solver_iterations}};
  return out;
}

std::string digest(const json& out) {
  std::string s = fmt::format("{}: {}", out.at("method").get<std::string>(), out.at("status").get<std::string>());
  if (out.contains("reason")) s += fmt::format(" ({})", out.at("reason").get<std::string>());
  s += fmt::format(", {} steps", out.at("steps").get<std::int64_t>());
  if (out.contains("final"))
    s += fmt::format(", t = {:g}, energy {:.12g}", out["final"]["t"].get<double>(),
                     out["final"]["energy"].get<double>());
  s += "\n";
  for (const auto& w : out.at("warnings")) s += fmt::format("warning: {}\n", w.get<std::string>());
  return s;
}

}  // namespace

Exit run(const RunOptions& options) {
  auto document = parse_json(read_file(options.spec), options.spec);
  if (options.one_case) {
    const auto sweep = populations::read_sweep(document);
    if (*options.one_case >= sweep.cases())
      throw UserError(fmt::format("--case: {} is given; accepted: 0 to {}", *options.one_case, sweep.cases() - 1));
    document = nlohmann::json(populations::run_spec(sweep, *options.one_case));
  }
  const auto spec = read_spec<double>(document);
  if (!spec.method) throw UserError("method: missing; accepted: the name of a method, see \"polhode list methods\"");
  const auto* method = find_method(*spec.method);
  if (!method) throw UserError("method: " + unknown_name("method", *spec.method, method_names()));
  if (!spec.grid) {
    if (!spec.time) throw UserError("h: missing; accepted: h or time, with steps");
    throw UserError("steps: missing; accepted: an integer from 1 to 2^53");
  }

  const json out = std::visit([&](const auto& p) { return integrate_spec(spec, p, *method); }, spec.problem);
  const auto text = dump(out);
  if (options.output == "-") {
    if (!(std::cout << text << std::flush)) throw OutputError("standard output: cannot be written");
    std::cerr << digest(out);
  } else {
    write_file(options.output, text);
    std::cout << digest(out) << options.output << "\n";
  }
  return out.at("status") == "ok" ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
