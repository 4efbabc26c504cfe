// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/recommend/ladders.hpp"

/// Which of the methods that meet the target is recommended.
namespace polhode::recommending {

/// Of those that cost the same within what timing can tell, the first of the list. Where one step does it, that of
/// the exact motion, which no other start and no other length can spoil.
void choose(Recommendation& r);

/// Numbers of steps from n to 2 n: the next ones, and then by 1/40 of a halving.
std::vector<std::int64_t> neighbours(const Recommendation& r, std::int64_t n);

/// Marks what no other beats in error, energy and cost at once, of what is near the motion: a single step is cheap.
void mark_front(Recommendation& r);

/// Looks closely at what is to be recommended, and chooses again if it does not hold: smaller steps, or another method.
inline void confirm(const Family& family, const std::vector<ProblemRunner>& runners, Recommendation& r) {
  constexpr int attempts = 100, few = 4;  // runs at once
  Progress progress("neighbours", 1);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    choose(r);
    if (!r.best) return;
    auto& c = r.candidates[*r.best];
    const auto& runner = runners[*r.best];
    const auto n = c.ratings[*c.chosen].steps;
    if (n == 1 && c.method->order.exact()) {
      c.many.emplace();
      for (const std::int64_t steps : {2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4096}) {
        const auto rating = family.rate(r, runner, steps);
        if (!passes(rating)) {
          c.many->next = rating;
          return;
        }
        c.many->up_to = steps;
      }
      return;
    }
    // The largest number of steps that fails settles it: they are tried from there down, a few at a time.
    const auto list = neighbours(r, n);
    std::vector<char> bad(list.size());
    auto last = bad.rend();
    for (std::size_t begin, end = list.size(); end > 0 && last == bad.rend(); end = begin) {
      begin = end > few ? end - few : 0;
      parallel_for(end - begin, [&](std::size_t i) {
        const auto k = begin + i;
        const auto otherwise = [k](const Problem<double>& p) { return rounded_otherwise(p, static_cast<int>(k) % 6); };
        bad[k] = !passes(multiplies_rounding(r) ? family.rate(r, runner, list[k], otherwise)
                                                : family.rate(r, runner, list[k]));
      });
      last = std::find(bad.rbegin(), bad.rend(), 1);
    }
    if (last == bad.rend()) {
      c.neighbours = static_cast<int>(list.size()), c.neighbours_to = list.back();
      return;
    }
    // From the smallest step that failed on.
    const auto failed = list[static_cast<std::size_t>(bad.rend() - last) - 1];
    std::optional<Rating> better;
    for (int j = 1; j <= 2 * counts_per_halving && !better; j += few) {
      std::array<Rating, few> tried;
      parallel_for(few, [&](std::size_t k) {
        const int next = j + static_cast<int>(k);
        tried[k] = family.rate(r, runner, std::max(canonical(r, failed + next), step_count_at(r, failed, next)));
      });
      const auto first = std::find_if(tried.begin(), tried.end(), passes);
      if (first != tried.end()) better = *first;
    }
    c.chosen.reset();
    if (better) {
      const auto at = std::lower_bound(c.ratings.begin(), c.ratings.end(), better->steps,
                                       [](const Rating& x, std::int64_t steps) { return x.steps < steps; });
      c.chosen = static_cast<std::size_t>(at - c.ratings.begin());
      if (at == c.ratings.end() || at->steps != better->steps) c.ratings.insert(at, *better);
    } else {
      c.outcome = Outcome::misses;
      c.reason = fmt::format("with {} steps it would, but not with {} and around", n, failed);
    }
  }
  r.best.reset();
}

}  // namespace polhode::recommending
