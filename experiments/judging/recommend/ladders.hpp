// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include "experiments/judging/recommend/timing.hpp"

/// The largest step of a method that meets the target: by halvings, and then between two of them.
namespace polhode::recommending {

/// Where a method stands on the way up its ladder.
struct Bracketing {
  bool open = true;
  std::optional<std::int64_t> bracket;  ///< this many steps pass, those of the step count before do not (or it is 1)
};

/// The number of steps of the next step count: twice as many, or one in each interval between breaks.
inline std::int64_t step_count_after(const Recommendation& r, std::int64_t steps) {
  const auto intervals = static_cast<std::int64_t>(r.breaks.size()) + 1;
  return steps < intervals && intervals < 2 * steps ? intervals : 2 * steps;
}
/// The same grid's number of steps where it is one that this number of steps gives, too.
inline std::int64_t canonical(const Recommendation& r, std::int64_t steps) {
  if (r.breaks.empty()) return steps;
  const auto taken = r.grid(steps).steps();
  return r.grid(taken).steps() == taken ? taken : steps;
}

/// What others have needed so far.
struct Bar {
  double seconds = INFINITY;
  const char* whose = "the cheapest";

  void lower(double other, const char* name) {
    if (other < seconds) seconds = other, whose = name;
  }
};

/// What a method needs at least, in seconds, before it has run: it must follow every turn, unless it is exact between
/// kicks. 0: nothing is known.
double least_seconds(const Recommendation& r, const Candidate& c);

/// Gives the candidate up if what it needs at least is hopeless.
void judge_unseen(const Recommendation& r, Candidate& c, Bracketing& bracketing, const Bar& bar);

/// What the last step counts say of the rest: done, hopeless, stuck in rounding, or go on.
void judge_bracketing(const Recommendation& r, Candidate& c, Bracketing& bracketing, const Bar& bar);

/// The time is over before it is known whether the candidate meets the target.
void out_of_time(const Recommendation& r, Candidate& c);

/// Why a run is not good enough.
std::string why_not(const Rating& x);

inline constexpr double first_wait = 1e-3;  ///< seconds: what needs more at least comes later than the first step count

/// All ladders by halvings of the step, in step with each other, so that all know what the cheapest costs so far.
inline std::vector<Bracketing> bracket_step_counts(const Family& family, const std::vector<ProblemRunner>& runners,
                                                   Recommendation& r) {
  std::vector<Bracketing> bracketings(runners.size());
  Progress progress("ladders", static_cast<double>(runners.size()));
  Bar bar, rounding;  // of those that meet the target, and of those that are as accurate as they get
  std::int64_t before = 0;
  std::vector<char> timed(runners.size());  // in a run that has come to its end
  for (std::int64_t steps_tried = 1; steps_tried <= most_steps; steps_tried = step_count_after(r, steps_tried)) {
    const auto steps = canonical(r, steps_tried);
    if (steps == before) continue;
    std::vector<std::size_t> active, waiting;
    for (std::size_t i = 0; i < bracketings.size(); ++i) {
      if (!bracketings[i].open) continue;
      judge_unseen(r, r.candidates[i], bracketings[i], bar);
      if (!bracketings[i].open)
        progress.add(1);
      else  // a solver that chooses its steps runs for as long as it needs: who is quick goes first
        (least_seconds(r, r.candidates[i]) > first_wait * static_cast<double>(steps_tried) ? waiting : active)
            .push_back(i);
    }
    if (active.empty()) active = waiting;
    if (active.empty()) break;
    std::vector<char> late(active.size());
    parallel_for(active.size(), [&](std::size_t k) {
      const auto i = active[k];
      auto& c = r.candidates[i];
      const double begin = processor_time();
      try {
        c.ratings.push_back(rated(family, runners[i], r, steps));
      } catch (const OutOfTime&) {
        late[k] = true;
        return;
      }
      const auto& x = c.ratings.back();
      if (x.seconds_per_step > 0)
        c.seconds_per_step = x.seconds_per_step;
      else if (steps <= timed_steps || !timed[i])
        c.seconds_per_step = time_roughly(family, runners[i], r, x, processor_time() - begin);
      timed[i] = timed[i] || x.status == Status::ok;
    });
    for (std::size_t k = 0; k < active.size(); ++k) {
      const auto i = active[k];
      auto& c = r.candidates[i];
      if (late[k]) {
        bracketings[i].open = false;
        out_of_time(r, c);
        continue;
      }
      judge_bracketing(r, c, bracketings[i], std::isinf(bar.seconds) ? rounding : bar);
      if (bracketings[i].bracket)
        bar.lower(c.seconds_per_step * static_cast<double>(r.grid(*bracketings[i].bracket).steps()), "the cheapest");
      else if (!bracketings[i].open && c.outcome == Outcome::misses)
        rounding.lower(c.seconds_per_step * static_cast<double>(c.ratings.back().taken), "one that has come down to rounding");
      if (!bracketings[i].open) progress.add(1);
    }
    before = steps;
  }
  for (std::size_t i = 0; i < bracketings.size();
       ++i) {  // whoever met the target before it was known what the cheapest costs
    if (!bracketings[i].bracket) continue;
    auto& c = r.candidates[i];
    const auto taken = r.grid(*bracketings[i].bracket).steps();
    const double times = c.seconds_per_step * static_cast<double>(taken) / bar.seconds;
    if (!(times > 2 * hopeless)) continue;  // a finer search may halve it
    bracketings[i].bracket.reset(), c.outcome = Outcome::hopeless;
    c.reason = fmt::format("meets it only with {} steps, {:.0f} times the time of {}", taken, times, bar.whose);
  }
  for (std::size_t i = 0; i < bracketings.size(); ++i)
    if (bracketings[i].open) r.candidates[i].reason = fmt::format("not with {} steps", most_steps);
  return bracketings;
}

inline constexpr int counts_per_halving = 16;  ///< per halving of the step: 4 % each

/// The j-th number of steps between `low` and 2 low, and beyond.
inline std::int64_t step_count_at(const Recommendation& r, std::int64_t low, int j) {
  return canonical(r, std::llround(static_cast<double>(low) * std::exp2(static_cast<double>(j) / counts_per_halving)));
}

/// The start moved by a unit in the last place of its length, along the j-th axis or back, to round otherwise on the
/// way.
inline Problem<double> rounded_otherwise(const Problem<double>& problem, int j) {
  auto start = problem.start();
  const auto move = [j](auto& v) { v[j % 3] += (j < 3 ? 0x1p-52 : -0x1p-52) * norm(v); };
  if (auto* body = std::get_if<RigidState<double>>(&start)) {
    move(body->Pi);
  } else if (auto* particles = std::get_if<ParticleState<double>>(&start)) {
    move(particles->p);
  } else {
    auto& director = std::get<DirectorState<double>>(start);
    move(director.omega);
    director.omega = tangential(director.d, director.omega);
  }
  return problem.from(start);
}

/// Where the motion multiplies rounding, an error is that of several roundings.
inline constexpr int roundings = 6;
inline bool multiplies_rounding(const Recommendation& r) {
  const auto part = [](const std::optional<double>& allowed, double m) { return allowed ? m / *allowed : 0; };
  return std::max(part(r.requirement.attitude, r.moved.attitude), part(r.requirement.momentum, r.moved.momentum)) >
         0.01;
}

/// The largest step of a bracketed ladder at which, and at those next to it downwards, the error is within the margin:
/// a zero crossing of the error is not recommended.
inline void refine(const Family& family, const ProblemRunner& runner, std::int64_t bracket, const Recommendation& r,
                   Candidate& c) {
  std::map<std::int64_t, Rating> known;
  for (const auto& x : c.ratings) known.emplace(x.steps, x);
  const auto at = [&](std::int64_t steps) -> const Rating& {
    const auto it = known.find(steps);
    return it != known.end() ? it->second : known.emplace(steps, rated(family, runner, r, steps)).first->second;
  };
  std::int64_t chosen = 0;
  if (known.begin()->first == bracket) {  // 1, or where it was first tried
    chosen = bracket;
  } else {
    const std::int64_t low = std::prev(known.find(bracket))->first;
    int fails = 0;
    auto good = static_cast<int>(
        std::ceil(counts_per_halving * std::log2(static_cast<double>(bracket) / static_cast<double>(low)) - 1e-9));
    const int of_bracket =
        good;  // between two step counts there may be fewer notches than between a number and its double
    const auto notch_at = [&](int j) { return j == of_bracket ? bracket : step_count_at(r, low, j); };
    while (good - fails > 1) {
      const int middle = (fails + good) / 2;
      (passes(at(notch_at(middle))) ? good : fails) = middle;
    }
    for (int j = good; j <= 2 * counts_per_halving && chosen == 0; ++j) {
      chosen = notch_at(j);
      for (const int finer : {0, 1, 2, 4, 8})
        if (chosen != 0 && !passes(at(notch_at(j + finer)))) chosen = 0;
      for (int k = 0; k < roundings && chosen != 0 && multiplies_rounding(r); ++k) {
        if (!passes(family.rate(r, runner, chosen, [k](const Problem<double>& p) { return rounded_otherwise(p, k); })))
          chosen = 0;
      }
    }
  }
  c.ratings.clear();
  for (const auto& [steps, rating] : known) c.ratings.push_back(rating);
  if (chosen == 0) {
    c.reason = "no step meets the tolerance together with the smaller steps next to it";
    return;
  }
  c.outcome = Outcome::meets;
  for (std::size_t i = 0; i < c.ratings.size(); ++i)
    if (c.ratings[i].steps == chosen) c.chosen = i;
}

/// A run whose error moves when its start does, to that of `other`, is another one tomorrow. What the motion itself
/// moves by does not count.
void check_chaos(const Rating& other, const Recommendation& r, Candidate& c);

}  // namespace polhode::recommending
