// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/ensemble.hpp"
#include "experiments/judging/recommend/family.hpp"

/// Steps that meet the target, their costs, and the recommended one.
namespace polhode::recommending {

/// The largest step of every method that meets the target, and the cheapest of them.
void find_steps(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds);

/// Every method with the given step. Without a target, only methods whose error is as good as any are ranked.
void rate_given_step(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds);

/// Marks entries near the motion that no other beats in error, energy and cost at once: a single step is cheap.
void mark_front(Recommendation& r);

/// The seed of the tried starts, which are not those of a user's first ensemble.
inline constexpr std::uint64_t statistics_seed = 0x5eed;

/// The method that follows members as their reference.
inline constexpr std::string_view referee = "dop853";

/// The time in which small differences grow by a factor e, averaged over some members (Benettin et al. 1980); none if
/// they grow no faster than linearly.
std::optional<double> lyapunov_time(const Members& members, double t0, double duration);

/// Tries methods and steps, the cheapest first, until one has the distributions of the reference. This follows the same
/// members by a method of order 8, with steps so short that each is accurate to 1e-7 over two radians. `failed`
/// receives the reasons of methods from outside that threw.
Statistics find_statistics(const Members& members, const std::vector<ProblemRunner>& runners, const Recommendation& r,
                           std::vector<std::string>& failed);

}  // namespace polhode::recommending
