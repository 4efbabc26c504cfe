// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/choice.hpp"

#include <fmt/format.h>

#include "core/system/progress.hpp"

namespace polhode::recommending {

namespace {

/// Numbers of steps from n to 2 n: the next ones, and then by 1/40 of a halving.
std::vector<std::int64_t> neighbours(const Recommendation& r, std::int64_t n) {
  std::vector<std::int64_t> list;
  for (std::int64_t k = 1; k <= 8; ++k) list.push_back(n + k);
  for (int k = 1; k <= 40; ++k) list.push_back(std::llround(static_cast<double>(n) * std::exp2(k / 40.0)));
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  std::erase_if(list, [&](auto m) { return m <= n || m > std::max(2 * n, n + 8); });
  for (auto& m : list) m = canonical(r, m);
  list.erase(std::unique(list.begin(), list.end()), list.end());
  std::erase(list, n);
  return list;
}

}  // namespace

void choose(Recommendation& r) {
  r.best.reset(), r.tied = r.by_exact = false;
  const auto ranking = r.ranking();
  if (ranking.empty()) return;
  r.best = ranking.front();
  for (const auto i : ranking)
    if (i < *r.best && r.cost_of(i) <= same_cost * r.cost_of(ranking.front())) r.best = i;
  const auto single = [&](const Candidate& c) { return c.chosen && c.ratings[*c.chosen].steps == 1; };
  if (single(r.candidates[*r.best])) {
    const auto exact = std::find_if(r.candidates.begin(), r.candidates.end(),
                                    [&](const Candidate& c) { return c.method->order.exact() && single(c); });
    if (const auto i = static_cast<std::size_t>(exact - r.candidates.begin()); i < r.candidates.size() && i != *r.best)
      r.best = i, r.by_exact = true;
  }
  r.tied = *r.best != ranking.front() && !r.by_exact;
}

void confirm(const Family& family, const std::vector<ProblemRunner>& runners, Recommendation& r) {
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
      c.drop(Outcome::misses, fmt::format("with {} steps it would, but not with {} and around", n, failed));
    }
  }
  r.best.reset();
}

void mark_front(Recommendation& r) {
  struct Place {
    double error, energy, cost;
    Rating* rating;
  };
  constexpr double near = 0.1;  // radians, and of the kinetic energy
  std::vector<Place> all;
  for (auto& c : r.candidates)
    for (auto& x : c.ratings)
      if (x.bodies == r.bodies && x.status == Status::ok && resolves(r, x, *c.method) && x.errors.energy <= near &&
          (!r.requirement.attitude || x.errors.attitude <= near))
        all.push_back({r.requirement.momentum && !r.requirement.attitude ? x.errors.momentum : x.errors.attitude,
                       x.errors.energy, c.cost(x, r.duration), &x});
  for (const auto& a : all)
    a.rating->front = std::none_of(all.begin(), all.end(), [&](const Place& b) {
      return b.error <= a.error && b.energy <= a.energy && b.cost <= a.cost &&
             (b.error < a.error || b.energy < a.energy || b.cost < a.cost);
    });
}

}  // namespace polhode::recommending
