// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/recommend/family.hpp"

/// What steps cost: roughly, one by one, and in turn.
namespace polhode::recommending {

inline constexpr std::int64_t timed_steps = 512;  ///< of a run, until the methods are timed in turn

/// Runs that take long are not repeated: their errors have been computed in `spent` seconds.
double time_roughly(const Family& family, const ProblemRunner& runner, const Recommendation& r, const Rating& x,
                    double spent);

/// Errors with so many steps. Steps say nothing of the time of a solver that chooses its own within each: it is taken.
Rating rated(const Family& family, const ProblemRunner& runner, const Recommendation& r, std::int64_t steps);

/// Processor time per step: all in turn in every round, alone, so that a disturbance of the machine meets all of them.
/// The nearer to the cheapest, the more rounds: a neighbour on the same core slows methods down unequally, and their
/// minima agree with those of an idle machine only if each has met a quiet moment.
void time_interleaved(const Problem<double>& problem, const std::vector<ProblemRunner>& runners, Recommendation& r,
                      double most_seconds);

}  // namespace polhode::recommending
