// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/ensemble.hpp"
#include "experiments/judging/recommend/family.hpp"

/// Steps that meet the target, what they cost, and which is recommended.
namespace polhode::recommending {

/// The largest step of every method that meets the target, and the cheapest of them.
void find_steps(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds);

/// Every method with the one step that is given. Without a target, those are ranked whose error is as good as any.
void rate_given_step(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds);

/// Marks what no other beats in error, energy and cost at once, of what is near the motion: a single step is cheap.
void mark_front(Recommendation& r);

/// Of the starts that are tried: not those of a user's first ensemble.
inline constexpr std::uint64_t statistics_seed = 0x5eed;

/// The method that members are followed by, as their reference.
inline constexpr std::string_view referee = "dop853";

/// The time in which small differences grow by a factor e, on the average of `some` members (Benettin et al. 1980);
/// none where they grow no faster than linearly.
std::optional<double> lyapunov_time(const Members& members, double t0, double duration, std::size_t some = 16);

/// The breaks on the way of the first members, of the one that has the most.
std::size_t most_breaks(const Members& members, const Recommendation& r);

/// Tries methods and steps, the cheapest first, until one has the distributions of the reference: those of the same
/// members by a method of order 8, with steps so short that each is followed to 1e-7 over two radians. `failed` takes
/// why methods from outside threw.
Statistics find_statistics(const Members& members, const std::vector<ProblemRunner>& runners, const Recommendation& r,
                           std::vector<std::string>& failed);

}  // namespace polhode::recommending
