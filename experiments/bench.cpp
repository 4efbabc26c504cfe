// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/stepping/integrate.hpp"
#include "methods/exact.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"

// What the project's one step loop costs beside a loop written by hand over the same step, on the canonical free body.
namespace {

using namespace polhode;

constexpr std::int64_t steps = 1000;
const volatile double step = 0.1;  // a step that the compiler knows would be another program

FreeBody<double> canonical() {
  const Vec<Body, double> m{1.8, 0.4, -0.9};
  return {{{0.6, 0.8, 1}, {m / norm(m), Attitude<double>::identity()}}};
}

template <class M>
[[gnu::noinline]] void by_hand(benchmark::State& state) {
  auto body = canonical();
  for (auto _ : state) {
    benchmark::DoNotOptimize(body);
    const double h = step;
    NoTally tally;
    auto memory = M::start(body, body.initial, 0.0, h);
    for (std::int64_t n = 0; n < steps; ++n) memory = M::step(body, memory, n * h, h, tally);
    auto end = M::read(body, memory);
    benchmark::DoNotOptimize(end);
  }
}

template <class M>
[[gnu::noinline]] void by_integrate(benchmark::State& state) {
  auto body = canonical();
  const auto grid = Grid<double>::of_step(0, +step, steps);
  for (auto _ : state) {
    benchmark::DoNotOptimize(body);
    auto run = integrate<M, FreeBody<double>, NoTally>(body, grid);
    benchmark::DoNotOptimize(run);
  }
}

/// Keeps the fastest repetition of every benchmark.
class Fastest : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& r : runs)
      if (r.run_type == Run::RT_Iteration) {
        auto& t = fastest.try_emplace(r.run_name.function_name, 1e300).first->second;
        t = std::min(t, r.GetAdjustedRealTime());
      }
  }
  std::map<std::string, double> fastest;
};

template <class M>
void add() {
  for (const auto& [name, function] : {std::pair{"hand/", &by_hand<M>}, std::pair{"loop/", &by_integrate<M>}})
    benchmark::RegisterBenchmark((name + std::string(M::info.id)).c_str(), function)->Repetitions(15)->MinTime(0.02);
}

}  // namespace

int main(int argc, char** argv) {
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.push_back(interleave.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  add<Mr>(), add<Rk4>(), add<Imidm>(), add<Exact>();
  Fastest reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  fmt::print("{:<8} {:>12} {:>12} {:>8}\n", "method", "by hand", "integrate", "ratio");
  for (const auto& [name, t] : reporter.fastest)
    if (name.rfind("hand/", 0) == 0)
      fmt::print("{:<8} {:>9.2f} ns {:>9.2f} ns {:>8.3f}\n", name.substr(5), t / steps,
                 reporter.fastest["loop/" + name.substr(5)] / steps, reporter.fastest["loop/" + name.substr(5)] / t);
}
