// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>

#include "core/system/machine.hpp"
#include "experiments/bench/kernels.hpp"

// What a step costs, with Google Benchmark: every method on a canonical problem of its space at three steps; free flows
// on forty random bodies; kernels. Repetitions are interleaved at random. Times are those of the processor, and minima
// are compared, with a step of the published DMV6.
namespace {

using namespace polhode;

constexpr std::int64_t calls = 1000;
/// Of a kernel: so many that what 64 bodies begin and end a run with does not show.
constexpr std::int64_t kernel_calls = 32 * calls;
constexpr const char* baseline = "free-body/dmv6-fp/h=0.1";

/// Keeps the fastest repetition of each, in ns per call.
class Fastest : public benchmark::ConsoleReporter {
 public:
  void enter(const std::string& name, std::int64_t calls_of_it, const auto& f) {
    calls_[name] = static_cast<double>(calls_of_it), names_.push_back(name);
    const auto run = [f](benchmark::State& state) {
      for (auto _ : state) {
        auto end = f();  // consumed, whatever it is
        benchmark::DoNotOptimize(end);
      }
    };
    benchmark::RegisterBenchmark(name.c_str(), run);
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& r : runs)
      if (r.run_type == Run::RT_Iteration) {
        const auto& name = r.run_name.function_name;
        auto& t = fastest_.try_emplace(name, INFINITY).first->second;
        t = std::min(t, r.GetAdjustedCPUTime() / calls_.at(name));
      }
  }
  /// Of those that were asked for.
  void print() const {
    const auto one = fastest_.find(baseline);
    for (const auto& name : names_)
      if (const auto it = fastest_.find(name); it != fastest_.end())
        fmt::print("{:<46} {:>13.1f} ns {:>10}\n", name, it->second,
                   one == fastest_.end() ? "" : fmt::format("{:.3f}", it->second / one->second));
  }

 private:
  std::vector<std::string> names_;
  std::map<std::string, double> calls_, fastest_;
};

void enter_ensemble(Fastest& to) {
  for (const auto& runner : runners<FreeBody<double>>())
    if (!find_runner<TorquedBody<double>>(*runner.info))
      for (const auto* step : {"0.01", "0.1", "0.5"}) {
        const double h = std::stod(step);
        auto bodies = ensemble();
        std::erase_if(bodies, [&](const auto& b) { return h > 1.4 * b.I[0]; });  // which DMV does not support
        const auto each = calls / std::ssize(bodies);
        to.enter(fmt::format("ensemble/{}/h={}", runner.info->id, step), each * std::ssize(bodies),
                 [&runner, bodies, grid = Grid<double>::of_step(0, h, each)] {
                   Vec<Body, double> end{};
                   for (const auto& b : bodies) end = end + runner.run(b, grid, nullptr).state.Pi;
                   return end;
                 });
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
  Fastest fastest;
  for_each_run([&](const BenchmarkProblem& benchmark, const ProblemRunner& runner, double h, const std::string& name) {
    fastest.enter(name, calls, [&runner, problem = benchmark.problem, grid = Grid<double>::of_step(0, h, calls)] {
      return runner.run(problem, grid, nullptr).state;
    });
  });
  enter_ensemble(fastest);
  for (const auto& k : kernels())
    if (k.here) fastest.enter(fmt::format("kernel/{}", k.name), kernel_calls, [&] { return k.run(kernel_calls); });
  const Pinned pinned;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  fastest.print();
}
