// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/timing.hpp"

#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"

namespace polhode::recommending {

namespace {

/// Seconds per step of the first `most` steps of a grid, or of those before one fails, repeated until the clock can
/// tell.
double time_of_step(const ProblemRunner& runner, const Problem<double>& problem, const Grid<double>& all,
                    std::int64_t most, double enough) {
  const std::int64_t taken = std::min(all.steps(), most);
  const auto grid = taken == all.steps() ? all : all.part(0, taken);
  volatile std::int64_t sink = 0;  // the final state is consumed
  std::int64_t steps = 1;
  const auto run_once = [&] {
    const auto run = runner.run(problem, grid, nullptr);
    sink = sink + run.steps + is_finite(run.state);
    steps = std::max<std::int64_t>(1, run.steps);
  };
  const double seconds = seconds_of(run_once, enough);
  return seconds / static_cast<double>(steps);
}

/// What the user's torque costs per step beyond ours.
double torque_time(const Recommendation& r, const Rating& x) {
  return r.requirement.torque_seconds * static_cast<double>(x.counters.torque_evaluations) /
         static_cast<double>(x.taken);
}

}  // namespace

double time_roughly(const Family& family, const ProblemRunner& runner, const Recommendation& r, const Rating& x,
                    double spent) {
  constexpr double long_run = 0.02;
  const auto steps = static_cast<double>(x.taken) * static_cast<double>(x.bodies);
  return (spent > long_run ? spent / steps
                           : time_of_step(runner, family.first().problem(), r.grid(x.steps), timed_steps, 1e-5)) +
         torque_time(r, x);
}

Rating rated(const Family& family, const ProblemRunner& runner, const Recommendation& r, std::int64_t steps) {
  const double begin = processor_time();
  auto x = family.rate(r, runner, steps);
  if (runner.info->tolerance > 0 && x.status == Status::ok)
    x.seconds_per_step = time_roughly(family, runner, r, x, processor_time() - begin);
  return x;
}

void time_interleaved(const Problem<double>& problem, const std::vector<ProblemRunner>& runners, Recommendation& r,
                      double most_seconds) {
  struct Stage {
    int rounds;
    double near;  ///< times the cheapest: these take part
  };
  constexpr std::array<Stage, 3> stages{{{4, INFINITY}, {12, 4}, {100, 1.5}}};
  constexpr double short_run = 2e-3, enough = 1e-4;  // of a run, of a repetition; `most_seconds` is of a stage
  Progress progress("timing", 4 + 12 + 100);
  for (const auto& [rounds, near] : stages) {
    const auto ranking = r.ranking();
    std::vector<std::size_t> list;
    for (const auto i : ranking)
      if (r.cost_of(i) <= near * r.cost_of(ranking.front())) list.push_back(i);
    const double begin = processor_time();
    for (int round = 0; round < rounds && (round < 4 || processor_time() - begin < most_seconds);
         ++round, progress.add(1))
      for (const auto i : list) {
        stop_if_interrupted();
        auto& c = r.candidates[i];
        const auto steps = c.ratings[*c.chosen].steps;
        const double fit = short_run / c.seconds_per_step;  // steps
        const auto most = static_cast<std::int64_t>(fit > 1 ? std::max(64.0, fit) : 1);
        c.rounds.push_back(time_of_step(runners[i], problem, r.grid(steps), most, enough) +
                           torque_time(r, c.ratings[*c.chosen]));
      }
    for (const auto i : list)
      r.candidates[i].seconds_per_step =
          *std::min_element(r.candidates[i].rounds.begin(), r.candidates[i].rounds.end());
  }
}

}  // namespace polhode::recommending
