// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/io/record.hpp"
#include "core/system/machine.hpp"
#include "experiments/bench/kernels.hpp"
#include "experiments/running/benchmark_problems.hpp"
#include "methods/runners.hpp"

// What a step costs, with Google Benchmark: every method on a canonical problem of its space at three steps; free flows
// on forty random bodies; kernels. Repetitions are interleaved at random. Times are those of the processor, and minima are compared.
namespace {

using namespace polhode;

constexpr std::int64_t calls = 1000;
/// Of a kernel: so many that what 64 bodies begin and end a run with does not show.
constexpr std::int64_t kernel_calls = 32 * calls;

/// Prints the counters that it is asked for at the end, and keeps the fastest repetition of all, in ns per call.
class Fastest : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& r : runs)
      if (r.run_type == Run::RT_Iteration) {
        auto& t = fastest.try_emplace(r.run_name.function_name, 1e300).first->second;
        t = std::min(t, r.GetAdjustedCPUTime() / calls);
      }
  }
  /// 0 if it was not asked for.
  double of(const std::string& name) const {
    const auto it = fastest.find(name);
    return it == fastest.end() ? 0 : it->second;
  }

 private:
  std::map<std::string, double> fastest;
};

void enter(const std::string& name, const auto& f) {
  const auto run = [f](benchmark::State& state) {
    for (auto _ : state) {
      auto end = f();  // consumed, whatever it is
      benchmark::DoNotOptimize(end);
    }
  };
  benchmark::RegisterBenchmark(name.c_str(), run);
}

// --- methods on canonical problems --------------------------------------------------------------------------------

std::string key(std::string_view benchmark, std::string_view method, std::string_view step) {
  return fmt::format("{}/{}/h={}", benchmark, method, step);
}
const std::string baseline = key("free-body", "dmv6-fp", "0.1");

void enter(const BenchmarkProblem& benchmark) {
  for (const auto& runner : runners<Problem<double>>())
    if (has_runner(*runner.info, benchmark.problem))
      for (const auto* step : benchmark.steps)
        enter(key(benchmark.name, runner.info->id, step), [&runner, problem = benchmark.problem, h = std::stod(step)] {
          return runner.run(problem, Grid<double>::of_step(0, h, calls), nullptr).state;
        });
}

void print(const BenchmarkProblem& benchmark, const Fastest& fastest) {
  std::string header = fmt::format("\n{:<22}", benchmark.name);
  for (const auto* step : benchmark.steps)
    header += fmt::format(" {:>10} ns {:>6} ", fmt::format("h={}", step), "ratio");
  bool first = true;
  for (const auto& runner : runners<Problem<double>>()) {
    const auto id = runner.info->id;
    if (fastest.of(key(benchmark.name, id, benchmark.steps[1])) == 0) continue;
    if (std::exchange(first, false)) fmt::print("{} {:>11}\n", header, "iterations");
    fmt::print("{:<22}", id);
    for (const auto* step : benchmark.steps) {
      const double t = fastest.of(key(benchmark.name, id, step));
      fmt::print(" {:>13.1f} {:>6.3f} ", t, t / fastest.of(baseline));
    }
    const auto grid = Grid<double>::of_step(0, std::stod(benchmark.steps[1]), calls);
    const double iterations =
        static_cast<double>(runner.run(benchmark.problem, grid, nullptr).counters.solver_iterations) / calls;
    fmt::print(" {:>11.2f}\n", iterations);
  }
}

// --- free flows on forty bodies ----------------------------------------------------------------------------------

constexpr const char* flow_steps[] = {"0.01", "0.1", "0.5"};

/// Those of the ensemble that DMV supports at this step, for all methods.
std::vector<FreeBody<double>> served(double h) {
  auto bodies = ensemble();
  std::erase_if(bodies, [&](const auto& b) { return h > 1.4 * b.I[0]; });
  return bodies;
}

void enter_ensemble() {
  for (const auto& runner : runners<FreeBody<double>>())
    if (!find_runner<TorquedBody<double>>(*runner.info))
      for (const auto* step : flow_steps) {
        const double h = std::stod(step);
        enter(key("ensemble", runner.info->id, step), [&runner, bodies = served(h), h] {
          Vec<Body, double> end{};
          const auto grid = Grid<double>::of_step(0, h, calls / std::ssize(bodies));
          for (const auto& b : bodies) end = end + runner.run(b, grid, nullptr).state.Pi;
          return end;
        });
      }
}

void print_ensemble(const Fastest& fastest) {
  bool first = true;
  for (const auto* m : method_infos()) {
    if (fastest.of(key("ensemble", m->id, "0.1")) == 0) continue;
    if (std::exchange(first, false)) {
      fmt::print("\n{:<22}", "forty bodies");
      for (const auto* step : flow_steps) fmt::print(" {:>10} ns {:>10} ", fmt::format("h={}", step), "x dmv10-fp");
      fmt::print("\n");
    }
    fmt::print("{:<22}", m->id);
    for (const auto* step : flow_steps) {
      // the bodies share the calls evenly, as far as that goes
      const auto bodies = std::ssize(served(std::stod(step)));
      const double t = fastest.of(key("ensemble", m->id, step)) * calls / static_cast<double>(calls / bodies * bodies);
      fmt::print(" {:>13.1f} {:>10.3f} ", t,
                 fastest.of(key("ensemble", m->id, step)) / fastest.of(key("ensemble", "dmv10-fp", step)));
    }
    fmt::print("\n");
  }
}

void print_kernels(const Fastest& fastest) {
  bool first = true;
  for (const auto& k : kernels()) {
    const double t = fastest.of(fmt::format("kernel/{}", k.name)) * calls / kernel_calls;
    if (t == 0) continue;
    if (std::exchange(first, false))
      fmt::print("\n{:<22} {:>13} {:>10}   (dmv10-fp at h = 0.01 on forty bodies = 1)\n", "kernel", "ns", "ratio");
    fmt::print("{:<22} {:>13.1f} {:>10.3f}\n", k.name, t, t / fastest.of(key("ensemble", "dmv10-fp", "0.01")));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  std::string defaults[] = {"--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=30",
                            "--benchmark_min_time=0.002", "--benchmark_min_warmup_time=0.001"};
  for (auto& option : defaults) arguments.insert(arguments.begin() + 1, option.data());
  int count = static_cast<int>(arguments.size());
  const auto build = build_info();
  benchmark::AddCustomContext("compiler", build.compiler);
  benchmark::AddCustomContext("flags", build.flags);
  benchmark::AddCustomContext("fp_mode", build.fp_mode);
  benchmark::AddCustomContext("git", build.git);
  benchmark::AddCustomContext("cpu", this_machine().cpu);
  benchmark::AddCustomContext("calls_per_iteration", std::to_string(calls));
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  for (const auto& benchmark : benchmarks()) enter(benchmark);
  enter_ensemble();
  for (const auto& k : kernels()) enter(fmt::format("kernel/{}", k.name), [&] { return k.run(kernel_calls); });

  const Pinned pinned;
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  for (const auto& benchmark : benchmarks()) print(benchmark, fastest);
  print_ensemble(fastest);
  print_kernels(fastest);
}
