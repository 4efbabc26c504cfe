// SPDX-License-Identifier: MIT
#include <gnu/libc-version.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "core/geometry/scalar.hpp"
#include "core/io/record.hpp"
#include "core/problem/norms.hpp"
#include "core/reference/of_problem.hpp"
#include "core/system/machine.hpp"
#include "core/system/user.hpp"
#include "core/testing/allocations.hpp"
#include "experiments/bench/kernels.hpp"
#include "experiments/judging/attitude/gyro.hpp"

// Evidence of performance that does not depend on what else the machine does, of every method on a canonical problem at
// three steps: torque evaluations, solver iterations and allocations; instructions per step under callgrind; and what
// they buy: the error, what rounding adds to it, and how far the energy goes. Of updates from rates the same on a
// coning motion. Of lanes, whether they have the bits of a single body; callgrind knows no AVX-512.
//
//   evidence OUT.json       measures, and runs itself under valgrind, if there is one, to count instructions
//   evidence --count        only runs every method and kernel, and asks callgrind to write down what each took
namespace {

using namespace polhode;
using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::int64_t steps = 64;

// --- updates ------------------------------------------------------------------------------------------------------

constexpr std::int64_t whole_updates = 60;  ///< samples: of all updates, of one to six samples, a whole number

/// An update on a cone of 0.1 radians that turns once in 2 pi, by samples h apart.
class UpdateOnCone {
 public:
  UpdateOnCone(const UpdateInfo& update, const char* h, std::int64_t samples = whole_updates)
      : update_(update),
        spec_(read_rate_spec<double>(
            {{"rate", {{"kind", "coning"}, {"half_angle", 0.1}, {"frequency", 1}}}, {"h", h}, {"steps", samples}})),
        samples_(samples_for(spec_, update)) {}

  /// The first n intervals.
  template <class T = double>
  Attitude<T> run(std::int64_t n) const {
    auto samples = cast<T>(samples_);
    samples.tau.resize(static_cast<std::size_t>(n));
    return normalised(run_update(update_, Attitude<T>::identity(), samples).q);
  }
  json measured() const {
    const auto end = run(whole_updates);
    const auto known = relabel<Body, Space>(spec_.motion.exact_turn(0.0, spec_.times.back()));
    return {{"status", "ok"},
            {"error", attitude_distance(end, known)},
            {"rounding", attitude_distance(end, cast<double>(run<float128>(whole_updates)))}};
  }

 private:
  const UpdateInfo& update_;
  RateSpec<double> spec_;
  Samples<double> samples_;
};
constexpr const char* update_steps[] = {"0.01", "0.05", "0.25"};
std::string update_name(const UpdateInfo& update, const char* h) {
  return fmt::format("update/{}/h={}", update.id, h);
}

/// A method, or a kernel, that takes n steps, or calls.
struct Case {
  std::string name;
  std::function<void(std::int64_t n)> run;
};

/// All that can be counted: the runs that end, and the kernels.
std::vector<Case> cases() {
  std::vector<Case> all;
  for_each_run([&](const BenchmarkProblem& benchmark, const ProblemRunner& runner, double h, const std::string& name) {
    const auto& problem = benchmark.problem;
    if (runner.run(problem, Grid<double>::of_step(0, h, 2 * steps), nullptr).status != Status::ok) return;
    all.push_back({name, [&runner, problem, h](std::int64_t n) {
                     runner.run(problem, Grid<double>::of_step(0, h, n), nullptr);
                   }});
  });
  static volatile double sink = 0;
  for (const auto& k : kernels())
    if (k.here) all.push_back({fmt::format("kernel/{}", k.name), [&k](std::int64_t n) { sink = sink + k.run(n); }});
  for (const auto& update : update_infos())
    all.push_back({update_name(update, update_steps[1]),
                   [run = std::make_shared<UpdateOnCone>(update, update_steps[1], 2 * steps * whole_updates)](
                       std::int64_t n) { sink = sink + run->run(n * whole_updates).w; }});
  return all;
}

// --- counting -----------------------------------------------------------------------------------------------------

/// Under callgrind: a dump per case and length. What a run costs but its steps is in both and cancels.
void count() {
  for (const auto& c : cases())
    for (const auto n : {steps, 2 * steps}) {
      c.run(n);  // once-only work of the library
      CALLGRIND_ZERO_STATS;
      CALLGRIND_TOGGLE_COLLECT;
      c.run(n);
      CALLGRIND_TOGGLE_COLLECT;
      const auto label = c.name + "*" + std::to_string(n);  // must outlive the request
      CALLGRIND_DUMP_STATS_AT(label.c_str());
    }
}

/// Instructions per step by name; empty without valgrind.
std::map<std::string, double> instructions(const std::string& self) {
  const auto folder = fs::path(temporary_folder()) / fmt::format("polhode-counts-{}", ::getpid());
  fs::create_directory(folder);
  // The library chooses its functions by the processor; with these it takes the same ones everywhere.
  const auto command = fmt::format(
      "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F setarch -R valgrind --tool=callgrind "
      "--collect-atstart=no "
      "--callgrind-out-file={}/counts {} --count >/dev/null 2>{}/log",
      folder.string(), self, folder.string());
  std::map<std::string, std::array<double, 2>> totals;
  if (std::system(command.c_str()) == 0)
    for (const auto& file : fs::directory_iterator(folder)) {
      std::ifstream in(file.path());
      std::string name, line;
      while (std::getline(in, line)) {
        constexpr std::string_view trigger = "desc: Trigger: Client Request: ", total = "totals: ";
        if (line.starts_with(trigger)) name = line.substr(trigger.size());
        if (!line.starts_with(total) || name.empty()) continue;
        const auto star = name.find('*');
        totals[name.substr(0, star)][std::stoll(name.substr(star + 1)) == steps ? 0 : 1] =
            std::stod(line.substr(total.size()));
      }
    }
  fs::remove_all(folder);
  std::map<std::string, double> counts;
  for (const auto& [name, t] : totals) counts[name] = (t[1] - t[0]) / steps;
  return counts;
}

// --- measuring ----------------------------------------------------------------------------------------------------

/// Distance of two states relative to their size: of the momentum or the attitude, whichever is farther.
double relative_distance(const State<double>& a, const State<double>& b) {
  return distance(a, b).relative_to(size(b)).largest();
}

/// A row of evidence.
json measure(const BenchmarkProblem& benchmark, const ProblemRunner& runner, double h, const State<double>& reference) {
  const auto& problem = benchmark.problem;
  const auto grid = Grid<double>::of_step(0, h, steps);
  const double H0 = energy(problem, problem.start());
  double farthest = 0;
  const ProblemSampler sampler{
      1, [&](const ProblemSample& s) { farthest = std::max(farthest, std::abs(energy(problem, s.state) / H0 - 1)); }};
  const auto run = runner.run(problem, grid, &sampler);
  json row{{"status", name(run.status)}};
  if (run.status != Status::ok) return row;

  // The library allocates once per thread and method, if at all, and the second run shows what a run needs.
  runner.run(problem, grid, nullptr);
  const auto before = allocations;
  runner.run(problem, grid, nullptr);
  row["allocations"] = allocations - before;
  row["torque_evaluations"] = static_cast<double>(run.counters.torque_evaluations) / steps;
  row["solver_iterations"] = static_cast<double>(run.counters.solver_iterations) / steps;

  row["error"] = relative_distance(run.state, reference);
  if (has_runner(*runner.info, benchmark.in_quad)) {
    const auto wide_grid = Grid<float128>::of_step(float128(0), float128(h), steps);
    const auto wide = find_runner<Problem<float128>>(*runner.info)->run(benchmark.in_quad, wide_grid, nullptr);
    row["rounding"] = relative_distance(run.state, cast<double>(wide.state));
  }
  row["energy"] = farthest;
  return row;
}

json measure_all(const std::string& self) {
  const auto build = build_info();
  json file{{"schema", "polhode-evidence-1"},
            {"git", build.git},
            {"toolchain",
             {{"compiler", build.compiler},
              {"flags", build.flags},
              {"fp_mode", build.fp_mode},
              {"c_library", ::gnu_get_libc_version()}}}};
  auto& rows = file["rows"] = json::object();
  std::map<std::pair<std::string_view, double>, State<double>> ends;  // of the true motions
  for_each_run([&](const BenchmarkProblem& benchmark, const ProblemRunner& runner, double h, const std::string& name) {
    const auto [end, is_new] = ends.try_emplace({benchmark.name, h});
    if (is_new)
      end->second = cast<double>(reference::at(benchmark.in_quad, float128(0), float128(h) * float128(steps)).state);
    rows[name] = measure(benchmark, runner, h, end->second);
  });
  for (const auto& update : update_infos())
    for (const auto* h : update_steps) rows[update_name(update, h)] = UpdateOnCone(update, h).measured();
  double alone = 0;  // of the kernel before that needs no special instructions
  for (const auto& k : kernels()) {
    if (k.everywhere) {
      alone = k.name.starts_with("ensemble") ? k.run(64 * steps) : 0;
      continue;
    }
    auto& row = rows[fmt::format("kernel/{}", k.name)] = {{"status", k.here ? "ok" : "not available"}};
    if (k.here) row["other_bits"] = k.run(64 * steps) == alone ? 0 : 1;
  }
  const auto counts = instructions(self);
  for (const auto& [name, n] : counts) rows[name]["instructions"] = n;
  if (counts.empty()) std::cerr << "valgrind: not found, or it failed; no instructions are counted\n";
  return file;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string argument = argc == 2 ? argv[1] : "";
  if (argument == "--count") return count(), 0;
  if (argument.empty() || argument[0] == '-') {
    std::cerr << "usage: evidence OUT.json\n";
    return static_cast<int>(Exit::wrong_input);
  }
  const auto file = measure_all(fs::read_symlink("/proc/self/exe").string());
  write_file(argument, dump(file) + "\n");
  std::cout << fmt::format("{} rows: {}\n", file["rows"].size(), argument);
}
