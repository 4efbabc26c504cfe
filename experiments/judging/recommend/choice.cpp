// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/choice.hpp"

namespace polhode::recommending {

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

std::vector<std::int64_t> neighbours(const Recommendation& r, std::int64_t n) {
  std::vector<std::int64_t> list;
  for (std::int64_t k = 1; k <= 8; ++k) list.push_back(n + k);
  for (int k = 1; k <= 40; ++k) list.push_back(std::llround(static_cast<double>(n) * std::exp2(k / 40.0)));
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  list.erase(std::remove_if(list.begin(), list.end(), [&](auto m) { return m <= n || m > std::max(2 * n, n + 8); }),
             list.end());
  for (auto& m : list) m = canonical(r, m);
  list.erase(std::unique(list.begin(), list.end()), list.end());
  std::erase(list, n);
  return list;
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
