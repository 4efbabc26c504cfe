// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/recommend/family.hpp"

/// Steps that meet the target, what they cost, and which is recommended.
namespace polhode::recommending {

/// The largest step of every method that meets the target, and the cheapest of them.
void find_steps(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds);

/// Every method with the one step that is given. Without a target, those are ranked whose error is as good as any.
void rate_given_step(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds);

/// Marks what no other beats in error, energy and cost at once, of what is near the motion: a single step is cheap.
void mark_front(Recommendation& r);

}  // namespace polhode::recommending
