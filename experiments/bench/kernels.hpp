// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <functional>
#include <span>

#include "experiments/running/benchmark_problems.hpp"
#include "methods/runners.hpp"

namespace polhode {

/// f(problem, runner, h, name) for every method on every problem that it supports, at every step.
inline void for_each_run(
    const std::function<void(const BenchmarkProblem&, const ProblemRunner&, double h, const std::string& name)>& f) {
  for (const auto& benchmark : benchmarks())
    for (const auto& runner : runners<Problem<double>>())
      if (has_runner(*runner.info, benchmark.problem))
        for (const auto* step : benchmark.steps)
          f(benchmark, runner, std::stod(step), fmt::format("{}/{}/h={}", benchmark.name, runner.info->id, step));
}

/// A piece of the hot loops, to be measured alone.
struct Kernel {
  std::string name;
  /// Makes that many calls on arguments that differ, and returns a number that depends on all of them.
  std::function<double(std::int64_t calls)> run;
  bool everywhere = true;  ///< it needs no instructions that some machines do not have
  bool here = true;        ///< this machine has them
};

/// exp, dexp_inv, elliptic kernels, solving, the one loop; a formula alone and in lanes, steps of a top with its torque
/// as it is, by a formula and by a table; FreeFlow: dense, in batches, equispaced, built anew; and a step of a body
/// among many, of every method and set of instructions that move ensembles here.
std::span<const Kernel> kernels();

}  // namespace polhode
