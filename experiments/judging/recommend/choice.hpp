// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/recommend/ladders.hpp"

/// Which of the methods that meet the target is recommended.
namespace polhode::recommending {

/// Of those that cost the same within what timing can tell, the first of the list. Where one step does it, that of
/// the exact motion, which no other start and no other length can spoil.
void choose(Recommendation& r);

/// Marks what no other beats in error, energy and cost at once, of what is near the motion: a single step is cheap.
void mark_front(Recommendation& r);

/// Looks closely at what is to be recommended, and chooses again if it does not hold: smaller steps, or another method.
void confirm(const Family& family, const std::vector<ProblemRunner>& runners, Recommendation& r);

}  // namespace polhode::recommending
