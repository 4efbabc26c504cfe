// SPDX-License-Identifier: MIT
#include "experiments/bench.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "methods/roster.hpp"
#include "methods/runners.hpp"
#include "problems/dumbbell_romero.hpp"
#include "problems/heavy_top.hpp"

// What a step costs: every method of the roster on a free body, a heavy top and a dumbbell, as a ratio to the published
// DMV6 on the free body; and what the project's one loop costs beside a loop written by hand.
namespace {

using namespace polhode;

constexpr std::int64_t steps = 1000;

FreeBody<double> canonical() {
  const Vec<Body, double> m{1.8, 0.4, -0.9};
  return {{{0.6, 0.8, 1}, {m / norm(m), Attitude<double>::identity()}}};
}

/// Keeps the fastest repetition of every benchmark, in ns of the processor per step: what else runs hardly shows.
class Fastest : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& r : runs)
      if (r.run_type == Run::RT_Iteration) {
        auto& t = fastest.try_emplace(r.run_name.function_name, 1e300).first->second;
        t = std::min(t, r.GetAdjustedCPUTime() / steps);
      }
  }
  std::map<std::string, double> fastest;
};

template <class P>
struct Course {
  std::string name;
  P problem;
  double step;

  void enter() const {
    const auto add_method = [&]<class M>(M) {
      if constexpr (Method<M, P>) {
        add("hand", std::string(M::info.id), &Contestant<M, P>::by_hand);
        add("loop", std::string(M::info.id), &Contestant<M, P>::by_integrate);
      }
    };
    std::apply([&](auto... m) { (add_method(m), ...); }, MethodRoster{});
  }

  void print(std::map<std::string, double> fastest) const {
    fmt::print("\n{:<18} {:>9} {:>16} {:>16} {:>16}\n", name, "ns/step", "x dmv6-fp", "iterations/step",
               "integrate/hand");
    for (const auto& runner : runners<P>()) {
      const std::string id(runner.info->id);
      const double hand = fastest[key("hand", id)], loop = fastest[key("loop", id)];
      if (hand == 0) continue;  // not asked for
      const auto run = runner.run(problem, Grid<double>::of_step(0, step, steps), nullptr);
      fmt::print("{:<18} {:>9.2f} {:>16.3f} {:>16.2f} {:>16.3f}\n", id, hand, hand / fastest["free body/dmv6-fp/hand"],
                 static_cast<double>(run.tally.solver_iterations) / steps, loop / hand);
    }
  }

 private:
  std::string key(const std::string& way, const std::string& id) const { return name + "/" + id + "/" + way; }

  void add(const std::string& way, const std::string& id,
           typename P::State (*loop)(const P&, double, std::int64_t)) const {
    const auto run = [this, loop](benchmark::State& state) {
      for (auto _ : state) {
        auto end = loop(problem, step, steps);
        benchmark::DoNotOptimize(end);
      }
    };
    benchmark::RegisterBenchmark(key(way, id).c_str(), run)->Repetitions(60)->MinTime(0.002);
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.push_back(interleave.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());

  const Course<FreeBody<double>> free{"free body", canonical(), 0.1};
  const Course<TorquedBody<double>> top{"heavy top", HeavyTop156::make<double>(), 0.01};
  const Course<Director<double>> dumbbell{"dumbbell", DumbbellRomero::make<double>(), 0.02};
  free.enter(), top.enter(), dumbbell.enter();
  Fastest reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  free.print(reporter.fastest), top.print(reporter.fastest), dumbbell.print(reporter.fastest);
}
