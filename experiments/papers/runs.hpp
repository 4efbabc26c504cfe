// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "experiments/running/comparison_runner.hpp"

/// Runs that claims ask for and no panel makes.
namespace polhode {

/// The order of a method from the last halving of the step, in one norm.
inline double order(const Comparison& comparison, const MethodInfo& m, std::int64_t steps, Norm norm) {
  return std::log2(error_of(comparison, m, steps / 2, norm) / error_of(comparison, m, steps, norm));
}
/// Seconds of the fastest of some runs.
inline double fastest(const Comparison& comparison, const MethodInfo& m, std::int64_t steps, int rounds) {
  double least = INFINITY;
  for (int round = 0; round < rounds; ++round) least = std::min(least, comparison_runner().time(comparison, m, steps));
  return least;
}

}  // namespace polhode
