// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/recommend/timing.hpp"

/// The largest step of a method that meets the target: by halvings, and then between two of them.
namespace polhode::recommending {

/// Where a method stands on the way up its ladder.
struct Bracketing {
  bool open = true;
  std::optional<std::int64_t> bracket;  ///< this many steps pass, those of the step count before do not (or it is 1)
};

/// The same grid's number of steps where it is one that this number of steps gives, too.
std::int64_t canonical(const Recommendation& r, std::int64_t steps);

inline constexpr int counts_per_halving = 16;  ///< per halving of the step: 4 % each
/// The j-th number of steps between `low` and 2 low, and beyond.
std::int64_t step_count_at(const Recommendation& r, std::int64_t low, int j);

/// The start moved by a unit in the last place of its length, along the j-th axis or back, to round otherwise on the
/// way; where the motion multiplies rounding, an error is that of several roundings.
Problem<double> rounded_otherwise(const Problem<double>& problem, int j);
inline constexpr int roundings = 6;
bool multiplies_rounding(const Recommendation& r);

/// The time is over before it is known whether the candidate meets the target.
void out_of_time(const Recommendation& r, Candidate& c);

/// Why a run is not good enough.
std::string why_not(const Rating& x);

/// All ladders by halvings of the step, in step with each other, so that all know what the cheapest costs so far.
std::vector<Bracketing> bracket_step_counts(const Family& family, const std::vector<ProblemRunner>& runners,
                                            Recommendation& r);

/// The largest step of a bracketed ladder at which, and at those next to it downwards, the error is within the margin:
/// a zero crossing of the error is not recommended.
void refine(const Family& family, const ProblemRunner& runner, std::int64_t bracket, const Recommendation& r,
            Candidate& c);

/// A run whose error moves when its start does, to that of `other`, is another one tomorrow. What the motion itself
/// moves by does not count.
void check_chaos(const Rating& other, const Recommendation& r, Candidate& c);

}  // namespace polhode::recommending
