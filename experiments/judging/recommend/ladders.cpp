// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/ladders.hpp"

#include <fmt/format.h>

#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"

namespace polhode::recommending {

namespace {

constexpr double first_wait = 1e-3;  ///< seconds: what needs more at least comes later than the first step count
constexpr double resolving = 4;  ///< steps per radian, on the average of a motion

std::string number_of_steps(double n) {
  return n < 1e6 ? fmt::format("{:.0f}", n) : fmt::format("{:.1e}", n);
}

/// The number of steps of the next step count: twice as many, or one in each interval between breaks.
std::int64_t step_count_after(const Recommendation& r, std::int64_t steps) {
  const auto intervals = static_cast<std::int64_t>(r.breaks.size()) + 1;
  return steps < intervals && intervals < 2 * steps ? intervals : 2 * steps;
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
double least_seconds(const Recommendation& r, const Candidate& c) {
  constexpr double radians_a_step = 8, seconds_a_radian = 3e-7;  // of methods of the highest orders
  const auto& m = *c.method;
  if (m.order.exact() || m.order_without_torque == Order(exact_order)) return 0;
  return m.tolerance > 0 ? seconds_a_radian * r.radians : c.seconds_per_step * r.radians / radians_a_step;
}

/// Gives the candidate up if what it needs at least is hopeless.
void judge_unseen(const Recommendation& r, Candidate& c, Bracketing& bracketing, const Bar& bar) {
  const double least = least_seconds(r, c);
  if (!(least > hopeless * bar.seconds)) return;
  bracketing.open = false;
  c.drop(Outcome::hopeless, fmt::format("it follows {} radians, in more than {:.0f} times the time of {}",
                                        number_of_steps(r.radians), least / bar.seconds, bar.whose));
}

/// What the last step counts say of the rest: done, hopeless, stuck in rounding, or go on.
void judge_bracketing(const Recommendation& r, Candidate& c, Bracketing& bracketing, const Bar& bar) {
  const auto& list = c.ratings;
  const auto& last = list.back();
  const std::size_t n = list.size();
  const bool exact_at_once = n == 1 && c.method->order.exact() && passes(last);
  if (exact_at_once || (n > 1 && passes(last) && passes(list[n - 2]))) {
    bracketing.open = false;
    bracketing.bracket = exact_at_once ? 1 : list[n - 2].steps;
    return;
  }
  const auto give_up = [&](Outcome outcome, const std::string& why) { bracketing.open = false, c.drop(outcome, why); };
  if (never_supports(last.failure)) return give_up(Outcome::fails, why_not(last));
  const double now = c.seconds_per_step * static_cast<double>(last.taken);
  if (now > hopeless * bar.seconds) {
    const auto when =
        fmt::format("with {} steps, {:.0f} times the time of {}", last.taken, now / bar.seconds, bar.whose);
    if (last.status == Status::ok && last.share <= 1) return give_up(Outcome::hopeless, "meets it only " + when);
    return give_up(last.status == Status::ok ? Outcome::hopeless : Outcome::fails,
                   fmt::format("{}, {}", when, why_not(last)));
  }
  if (n < 3 || last.status != Status::ok || std::isinf(last.share)) return;
  // An order that shows over two halvings of the step tells how many steps are missing.
  const double r0 = list[n - 3].share, r1 = list[n - 2].share, r2 = last.share;
  const double order = std::log2(r0 / r2) / 2, latest = std::log2(r1 / r2);
  if (last.errors.attitude < 0.1 && std::isfinite(r0) && order > 0.5 && latest > 0.5 && r2 > margin) {
    const double trusted = c.method->order.exact() ? 20.0 : std::max<double>(c.method->order.least(), order);
    const double needed = static_cast<double>(last.taken) * std::pow(r2 / margin, 1 / trusted);
    if (c.seconds_per_step * needed > hopeless * bar.seconds)
      return give_up(Outcome::hopeless,
                     fmt::format("about {} steps would be needed, {:.0f} times the time of {}", number_of_steps(needed),
                                 c.seconds_per_step * needed / bar.seconds, bar.whose));
  }
  // Steps that resolve a motion and do not follow it yet will gain by their order; one more is beyond what they can.
  if (r.requirement.attitude && !r.requirement.at_end && last.errors.attitude >= 0.1 && !c.method->order.exact() &&
      c.method->tolerance == 0 && static_cast<double>(last.taken) > resolving * r.radians) {
    const double needed =
        static_cast<double>(last.taken) *
        std::pow(last.errors.attitude / (margin * *r.requirement.attitude), 1.0 / (c.method->order.least() + 1));
    if (c.seconds_per_step * needed > hopeless * bar.seconds)
      return give_up(Outcome::hopeless,
                     fmt::format("more than {} steps would be needed, {:.0f} times the time of {}",
                                 number_of_steps(needed), c.seconds_per_step * needed / bar.seconds, bar.whose));
  }
  // Errors that have been small and do not fall any more are rounding.
  if (n >= 6) {
    double before = INFINITY, lately = INFINITY;
    for (std::size_t i = 0; i < n; ++i)
      (i + 3 < n ? before : lately) = std::min(i + 3 < n ? before : lately, list[i].share);
    if (!(lately < before) && last.errors.attitude < std::max(1e-7, 10 * r.moved.attitude))
      give_up(Outcome::misses,
              fmt::format("rounding: its error does not fall below {:.2g} times the tolerance", before));
  }
}

}  // namespace

std::int64_t canonical(const Recommendation& r, std::int64_t steps) {
  if (r.breaks.empty()) return steps;
  const auto taken = r.grid(steps).steps();
  return r.grid(taken).steps() == taken ? taken : steps;
}

std::int64_t step_count_at(const Recommendation& r, std::int64_t low, int j) {
  return canonical(r, std::llround(static_cast<double>(low) * std::exp2(static_cast<double>(j) / counts_per_halving)));
}

Problem<double> rounded_otherwise(const Problem<double>& problem, int j) {
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

bool multiplies_rounding(const Recommendation& r) {
  return r.requirement.share({r.moved.attitude, r.moved.momentum}) > 0.01;
}

std::string why_not(const Rating& x) {
  if (x.status == Status::not_converged) return std::string(text(x.failure));
  if (x.status != Status::ok) return "the state is not finite";
  if (std::isinf(x.share)) return "a step turns the body too far";
  return x.share <= 1 ? fmt::format("its error is {:.0f} % of the tolerance; at most {:g} % is recommended",
                                    100 * x.share, 100 * margin)
                      : fmt::format("its error is {:.2g} times the tolerance", x.share);
}

void out_of_time(const Recommendation& r, Candidate& c) {
  c.drop(Outcome::undecided,
         fmt::format("not known within the time limit of {:g} s{}", r.requirement.seconds,
                     c.ratings.empty() ? std::string() : fmt::format(", at {} steps", c.ratings.back().taken)));
}

std::vector<Bracketing> bracket_step_counts(const Family& family, const std::vector<ProblemRunner>& runners,
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
        rounding.lower(c.seconds_per_step * static_cast<double>(c.ratings.back().taken),
                       "one that has come down to rounding");
      if (!bracketings[i].open) progress.add(1);
    }
    before = steps;
  }
  for (std::size_t i = 0; i < bracketings.size(); ++i) {  // met before it was known what the cheapest costs
    if (!bracketings[i].bracket) continue;
    auto& c = r.candidates[i];
    const auto taken = r.grid(*bracketings[i].bracket).steps();
    const double times = c.seconds_per_step * static_cast<double>(taken) / bar.seconds;
    if (!(times > 2 * hopeless)) continue;  // a finer search may halve it
    bracketings[i].bracket.reset();
    c.drop(Outcome::hopeless,
           fmt::format("meets it only with {} steps, {:.0f} times the time of {}", taken, times, bar.whose));
  }
  for (std::size_t i = 0; i < bracketings.size(); ++i)
    if (bracketings[i].open) r.candidates[i].reason = fmt::format("not with {} steps", most_steps);
  return bracketings;
}

void refine(const Family& family, const ProblemRunner& runner, std::int64_t bracket, const Recommendation& r,
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
    const int of_bracket = good;  // between two step counts there may be fewer notches than up to twice a number
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

void check_chaos(const Rating& other, const Recommendation& r, Candidate& c) {
  const auto& rating = c.ratings[*c.chosen];
  const double by_motion = 2 * r.requirement.share({r.moved.attitude, r.moved.momentum});
  if (std::abs(other.share - rating.share) <= 0.05 + by_motion) return;
  c.drop(Outcome::chaotic, fmt::format("at {} steps its error moves from {:.2f} to {:.2f} times the tolerance when the "
                                       "start moves by {:g}",
                                       rating.taken, rating.share, other.share, reference::shift));
}

}  // namespace polhode::recommending
