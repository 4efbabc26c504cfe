// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>

#include "core/io/state_json.hpp"
#include "core/system/progress.hpp"
#include "experiments/judging/populations/explain.hpp"
#include "experiments/judging/variations.hpp"
#include "experiments/program/answers.hpp"
#include "experiments/program/rates.hpp"
#include "experiments/program/run_between.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/guests.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

const auto plain = [](double x) { return x; };

/// What depends on time has no energy, nor has what has no potential.
template <class P>
void warn_of_energy(const P& problem, std::vector<std::string>& warnings) {
  const auto warn = [&](const std::string& of, const char* why = "depends on time") {
    warnings.push_back("energy: without " + of + ", which " + why);
  };
  if constexpr (requires { problem.torques; }) {
    const auto look = [&](const auto& k) {
      if (!keeps_energy(k))
        warn("the torque " + std::string(k.kind), k.autonomous() ? "has no potential" : "depends on time");
    };
    problem.torques.each(look);
    if constexpr (MomentumDriven<P>) problem.drives.each(look);
  } else if constexpr (requires { P::depends_on_time; }) {
    if (!problem.autonomous()) warn(std::string(P::depends_on_time));
  }
}

/// The first of the times that lies inside a step.
std::optional<double> inside_a_step(const std::vector<double>& times, const Grid<double>& grid) {
  const double sense = grid.time(grid.steps()) < grid.t0() ? -1 : 1;
  for (const double t : times) {
    std::int64_t before = 0, after = grid.steps();  // nodes
    if (sense * (t - grid.time(before)) <= 0 || sense * (grid.time(after) - t) <= 0) continue;
    while (after - before > 1) {
      const auto n = before + (after - before) / 2;
      (sense * (t - grid.time(n)) < 0 ? after : before) = n;
    }
    const double h = grid.time(after) - grid.time(before), nearest = std::min(std::abs(t - grid.time(before)),
                                                                              std::abs(grid.time(after) - t));
    if (nearest > Grid<double>::slack * std::abs(h)) return t;
  }
  return {};
}

/// A torque that jumps, or has a kink, inside a step takes the order from any method: steps end there, unless the spec
/// has it otherwise. Says so.
template <class P>
void end_steps_at_breaks(const P& problem, Spec<double>& spec) {
  if constexpr (requires { problem.breaks(1); }) {
    auto breaks = problem.breaks(1);
    auto& grid = *spec.grid;
    if (!spec.sampled.empty()) {
      const auto samples = HeldControl<double>::breaks(spec.sampled, spec.t0, spec.t0 + *spec.time);
      breaks.insert(breaks.end(), samples.begin(), samples.end());
    }
    if (spec.aligned || !spec.sampled.empty()) grid = grid.aligned(breaks);
    const auto first = inside_a_step(breaks, grid);
    if (!first) return;
    const bool jumps = first == inside_a_step(problem.breaks(0), grid);
    const auto what = fmt::format("torque: {} at t = {:g}, inside a step", jumps ? "jumps" : "has a kink", *first);
    if (spec.crosses || !grid.uniform()) {
      spec.warnings.push_back(what + "; use steps that end there");
    } else {
      const auto asked = grid.steps();
      grid = grid.cut(breaks);
      spec.warnings.push_back(fmt::format("{}; steps are cut there, and where else it breaks: {} for {}", what,
                                          grid.steps(), asked));
    }
  }
}

bool same_momentum(const RigidState<double>& a, const RigidState<double>& b) {
  return a.Pi[0] == b.Pi[0] && a.Pi[1] == b.Pi[1] && a.Pi[2] == b.Pi[2];
}

bool is_finite(const json& j) {
  return j.is_structured() ? std::all_of(j.begin(), j.end(), [](const json& x) { return is_finite(x); })
                           : !j.is_number_float() || std::isfinite(j.get<double>());
}

/// The rows of a trajectory as they will stand in the answer, kept on the disk: a long run takes no more memory than
/// a short one.
class TrajectoryRows {
 public:
  void add(const json& row) {
    if (!file_) file_.reset(std::tmpfile());
    std::string text = any_ ? ",\n" : "\n";
    for (const char c : "  " + row.dump(1)) text += c == '\n' ? "\n  " : std::string(1, c);
    any_ = true;
    if (!file_ || std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
      throw OutputError("the rows of the trajectory cannot be kept in a temporary file");
  }
  void write_to(Output& out) {
    if (!any_) return;
    if (std::fflush(file_.get()) != 0)
      throw OutputError("the rows of the trajectory cannot be kept in a temporary file");
    std::rewind(file_.get());
    for (std::string block(1 << 16, '\0');;) {
      const auto n = std::fread(block.data(), 1, block.size(), file_.get());
      if (n == 0) break;
      out.write(std::string_view(block).substr(0, n));
    }
    out.write("\n ");
  }

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  bool any_ = false;
};
/// The same rows as a table: a line of names, and numbers that are read back as the same doubles.
class Table {
 public:
  explicit Table(const std::string& path) : out_(path) {}

  void add(const json& row) {
    std::string names, numbers;
    const auto cell = [&](const std::string& name, const json& x) {
      names += (names.empty() ? "" : ",") + name, numbers += (numbers.empty() ? "" : ",") + x.dump();
    };
    const auto cells = [&](const std::string& key, const json& value) {
      if (!value.is_array()) return cell(key, value);
      const bool is_quaternion = value.size() == 4;
      for (std::size_t i = 0; i < value.size(); ++i)
        cell(is_quaternion ? key + "wxyz"[i] : fmt::format("{}{}", key, i + 1), value[i]);
    };
    for (const auto& [key, value] : row.items())
      if (!value.is_object())
        cells(key, value);
      else if (key == "attitude")
        cells("q", value.at("quaternion"));
      else
        for (const auto& [part, list] : value.items()) cells(key + "_" + (part == "quaternion" ? "q" : part), list);
    if (!any_) out_.write(names + "\n");
    any_ = true;
    out_.write(numbers + "\n");
  }
  void commit() { out_.commit(); }

 private:
  Output out_;
  bool any_ = false;
};

/// A number of the answer is larger than a double can hold.
struct Overflow {
  std::int64_t n;
};

template <class P>
json trajectory_row(const Spec<double>& spec, const P& problem, std::int64_t n, double t,
                    const typename P::State& state, int event = 0) {
  json row{{"n", n}, {"t", t}};
  if (!spec.events.empty()) row["event"] = event;
  state_json(row, spec, problem, state, t, plain);
  if (!is_finite(row)) throw Overflow{n};
  return row;
}

/// What is said of the rows between nodes.
template <class P>
void describe(const BetweenNodes<P>& between, json& out, std::vector<std::string>& warnings) {
  out["between"] = {{"by", between.interpolates() ? "interpolation" : "method"}};
  if (between.error())
    out["between"]["attitude"] = between.error()->attitude, out["between"]["momentum"] = between.error()->momentum;
  constexpr double wide = 1;  // radians
  if (between.largest_angle() > wide)
    warnings.push_back(
        fmt::format("between nodes: a step turns the body by {:.2g} radians, too far to interpolate well; "
                    "take shorter ones",
                    between.largest_angle()));
}

/// The run of a body whose last torque stands for sampled controllers, from one of their times to the next.
template <class P>
Run<P> run_held(const Runner<P>& runner, const P& problem, const Spec<double>& spec, const Sampler<P>* sampler) {
  if constexpr (requires { problem.torques; }) {
    const auto& grid = *spec.grid;
    HeldControl<double> held(spec.sampled, spec.t0, grid.time(grid.steps()));
    const double slack = Grid<double>::slack * std::abs(grid.cycle().front());
    return detail::in_parts(problem, grid, sampler, [&](std::int64_t first, const auto& state, const auto* seen_by) {
      const auto part = holding(problem, held, grid.time(first), state);
      auto stop = first + 1;
      for (const double next = held.next(); stop < grid.steps() && grid.time(stop) < next - slack;) ++stop;
      return runner.run(part, grid.part(first, stop), seen_by);
    });
  } else {
    throw std::logic_error("no torque");
  }
}

template <class P>
json integrate_spec(const Spec<double>& spec, const P& problem, const MethodInfo& method, const SeeRow& see) {
  const auto& grid = *spec.grid;
  json out{{"schema", "polhode/run/1"}, {"status", "skipped"}};
  std::vector<std::string> warnings = spec.warnings;
  warn_of_energy(problem, warnings);
  const auto close = [&](std::int64_t steps) {
    out["warnings"] = warnings;
    echo(out, spec);
    if (const auto body = body_json(spec, problem, plain); !body.is_null()) out["body"] = body;
    if (const auto motion = free_motion_json(spec, problem, plain); !motion.is_null()) out["free_motion"] = motion;
    out["method"] = method.id;
    out["steps"] = steps;
    if (grid.cycle().size() == 1)
      out["h"] = grid.cycle().front();
    else
      out["h"] = grid.cycle();
  };

  const auto* runner = find_runner<P>(method);
  std::string refusal;
  if constexpr (MomentumDriven<P>)
    refusal = why_not(method, problem, spec.drives);
  else if (!runner)
    refusal = why_not<P>(method);
  if (!refusal.empty()) {
    out["reason"] = refusal;
    close(0);
    return out;
  }

  Progress progress("run", static_cast<double>(grid.steps()));
  std::int64_t seen = 0;
  json last;  // the row
  const auto show = [&](json row) {
    see(row);
    last = std::move(row);
  };
  constexpr bool turns = !std::is_same_v<P, Particles<double>>;
  std::conditional_t<turns, std::optional<BetweenNodes<P>>, std::nullopt_t> between = std::nullopt;
  const bool looks_between = spec.dense || !spec.events.empty(), has_rows = looks_between || spec.every > 0;
  if constexpr (turns)
    if (looks_between) between.emplace(spec, problem, *runner);
  const Sampler<P> sampler{
      looks_between ? 1 : spec.every, [&](const Sample<P>& s) {
        stop_if_interrupted();
        if constexpr (turns)
          if (between)
            between->up_to(s, [&](const auto& row) {
              show(trajectory_row(spec, problem, row.t == s.t ? s.n : s.n - 1, row.t, row.state, row.event));
            });
        if (spec.every > 0 && (s.n % spec.every == 0 || s.n == grid.steps()))
          show(trajectory_row(spec, problem, s.n, s.t, s.state));
        progress.add(static_cast<double>(s.n - seen));
        seen = s.n;
      }};
  constexpr std::int64_t long_run = 1000000;  // steps after which a person wants to see that it goes on
  const Sampler<P> watch{std::clamp(grid.steps() / 200, std::int64_t(1), long_run), [&](const Sample<P>& s) {
                           stop_if_interrupted();
                           progress.add(static_cast<double>(s.n - seen));
                           seen = s.n;
                         }};
  const auto overflow = [&](std::int64_t n) {
    out["status"] = name(Status::diverged);
    out["reason"] =
        fmt::format("a number of the answer is larger than a double can hold after {} of {} steps", n, grid.steps());
    close(last.is_null() ? n : last.at("n").get<std::int64_t>());
    if (last.is_null()) return out;
    out["reason"] = out["reason"].get<std::string>() + "; final is the last row before";
    last.erase("n"), last.erase("event");
    out["final"] = last, out["trajectory"] = rows_mark;
    return out;
  };
  Run<P> run;
  try {
    const auto* seen_by = has_rows ? &sampler : grid.steps() > long_run ? &watch : nullptr;
    run = spec.sampled.empty() ? runner->run(problem, grid, seen_by) : run_held(*runner, problem, spec, seen_by);
  } catch (const Overflow& o) {
    return overflow(o.n);
  } catch (const GuestFailed& e) {
    out["reason"] = e.what();
    close(0);
    return out;
  }
  json final_state{{"t", grid.time(run.steps)}};
  state_json(final_state, spec, problem, run.state, grid.time(run.steps), plain);
  if (!is_finite(final_state)) return overflow(run.steps);
  out["status"] = name(run.status);
  if (run.status != Status::ok) {
    out["reason"] =
        fmt::format("{} after {} of {} steps; final is the last good state", run.reason(), run.steps, grid.steps());
    if (spec.every > 0 && run.steps > seen)
      show(trajectory_row(spec, problem, run.steps, grid.time(run.steps), run.state));
  }
  if constexpr (turns)
    if (between) describe(*between, out, warnings);
  close(run.steps);
  if constexpr (requires { run.state.Pi; }) {
    const auto started = runner->run(problem, grid.part(0, 0), nullptr);
    if (!same_momentum(started.state, problem.initial))
      out["start_momentum"] = vector_json(spec.to_user(started.state).Pi, plain);
  }
  out["final"] = final_state;
  if (has_rows) out["trajectory"] = rows_mark;
  out["tally"] = {{"torque_evaluations", run.tally.torque_evaluations},
                  {"solver_iterations", run.tally.solver_iterations}};
  return out;
}

std::string digest(const json& out) {
  std::string s = fmt::format("{}: {}", out.at("method").get<std::string>(), out.at("status").get<std::string>());
  if (out.contains("reason")) s += fmt::format(" ({})", printable(out.at("reason").get<std::string>()));
  s += fmt::format(", {} steps", out.at("steps").get<std::int64_t>());
  if (out.contains("final"))
    s += fmt::format(", t = {:g}", out["final"]["t"].get<double>());
  if (out.contains("final") && out["final"].contains("energy"))
    s += fmt::format(", energy {:.12g}", out["final"]["energy"].get<double>());
  s += "\n";
  for (const auto& w : out.at("warnings")) s += fmt::format("warning: {}\n", printable(w.get<std::string>()));
  return s;
}

}  // namespace

json run_answer(const Spec<double>& spec, const SeeRow& see) {
  if (!spec.method) throw UserError("method: missing; accepted: the name of a method, see \"polhode list methods\"");
  const auto* method = find_method(*spec.method);
  if (!method) throw UserError("method: " + unknown_name("method", *spec.method, method_names()));
  if (!spec.grid) {
    if (!spec.time) throw UserError("h: missing; accepted: h or time, with steps");
    throw UserError("steps: missing; accepted: an integer from 1 to 2^53");
  }
  return std::visit(
      [&](const auto& p) {
        auto own = spec;
        end_steps_at_breaks(p, own);
        return integrate_spec(own, p, *method, see);
      },
      spec.problem);
}

Exit run(const RunOptions& options) {
  auto document = parse_json(read_file(options.spec), options.spec);
  json drawn;
  if (options.one_case) {
    const auto one_of = [&](std::uint64_t cases, const auto& spec_of) {
      if (*options.one_case >= cases)
        throw UserError(fmt::format("--case: {} is given; accepted: 0 to {}", *options.one_case, cases - 1));
      return nlohmann::json(spec_of(*options.one_case));
    };
    if (document.contains("vary")) {
      const Variations bodies(document);
      document = one_of(bodies.size(), [&](std::uint64_t i) { return bodies.body(i); });
      drawn = {{"number", *options.one_case}, {"spec", document}};
    } else {
      const auto sweep = populations::read_sweep(document);
      document = one_of(sweep.cases(), [&](std::uint64_t i) { return populations::run_spec(sweep, i); });
    }
  }
  const bool by_rate = prescribes_rate(document);
  auto every = options.every;
  std::optional<Spec<double>> spec;
  if (by_rate) {
    if (options.dense) throw UserError("--dense: given with a prescribed rate; accepted: --every");
    if (options.csv && !every && !document.contains("every")) every = 1;
  } else {
    spec = read_spec<double>(document, folder_of(options.spec), true);
    if (every) spec->every = *every;
    if (options.dense) {
      if (!(*options.dense > 0 && std::isfinite(*options.dense)))
        throw UserError(fmt::format("--dense: {:g} is given; accepted: a positive time between rows", *options.dense));
      if (every) throw UserError("--dense: given together with --every; accepted: one of them");
      spec->dense = options.dense, spec->every = 0;
    }
    if (options.csv && spec->every == 0 && !spec->dense && spec->events.empty()) spec->every = 1;
  }
  if (options.csv) check_apart("--csv", *options.csv, "--output", options.output);
  TrajectoryRows rows;
  std::optional<Table> table;
  if (options.csv) table.emplace(*options.csv);
  const auto see = [&](const json& row) {
    rows.add(row);
    if (table) table->add(row);
  };
  auto out = by_rate ? rate_run_answer(document, folder_of(options.spec), every, see) : run_answer(*spec, see);
  if (!drawn.is_null()) out["case"] = drawn;
  if (table) table->commit();
  const std::string text = dump(out), mark = fmt::format("\"{}\"", rows_mark);
  Output file(options.output);
  const auto at = text.find(mark);
  file.write(text.substr(0, at));
  if (at != text.npos) {
    file.write("[");
    rows.write_to(file);
    file.write("]" + text.substr(at + mark.size()));
  }
  file.commit();
  if (options.output == "-")
    std::cerr << digest(out);
  else
    print(digest(out) + printable(options.output) + "\n");
  return out.at("status") == "ok" ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
