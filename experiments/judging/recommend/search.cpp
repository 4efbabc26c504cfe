// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/family.hpp"

#include <fmt/format.h>

#include <map>

#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"

namespace polhode::recommending {

namespace {

// --- what steps cost: roughly, one by one, and in turn ---------------------------------------------------------------

constexpr std::int64_t timed_steps = 512;  ///< of a run, until the methods are timed in turn

/// Seconds per step of the first `most` steps of a grid, or of those before one fails, repeated until the clock can
/// tell; by about `known` seconds per step, where they are, at once.
double time_of_step(const ProblemRunner& runner, const Problem<double>& problem, const Grid<double>& all,
                    std::int64_t most, double enough, double known = INFINITY) {
  const std::int64_t taken = std::min(all.steps(), most);
  const auto grid = taken == all.steps() ? all : all.part(0, taken);
  std::int64_t steps = 1;
  const auto run_once = [&] { steps = std::max<std::int64_t>(1, runner.run(problem, grid, nullptr).steps); };
  const auto repeats = std::llround(std::ceil(1.2 * enough / (known * static_cast<double>(taken))));
  const double seconds = seconds_of(run_once, enough, std::max<std::int64_t>(1, repeats));
  return seconds / static_cast<double>(steps);
}

/// What the user's torque costs per step beyond ours.
double torque_time(const Recommendation& r, const Rating& x) {
  return r.requirement.torque_seconds * static_cast<double>(x.counters.torque_evaluations) /
         static_cast<double>(x.taken);
}

/// Runs that take long are not repeated: their errors have been computed in `spent` seconds.
double time_roughly(const Family& family, const ProblemRunner& runner, const Recommendation& r, const Rating& x,
                    double spent) {
  constexpr double long_run = 0.02;
  const auto steps = static_cast<double>(x.taken) * static_cast<double>(x.bodies);
  return (spent > long_run ? spent / steps
                           : time_of_step(runner, family.first().problem(), r.grid(x.steps), timed_steps, 1e-5)) +
         torque_time(r, x);
}

/// Errors with so many steps. Steps say nothing of the time of a solver that chooses its own within each: it is taken.
Rating rated(const Family& family, const ProblemRunner& runner, const Recommendation& r, std::int64_t steps) {
  const double begin = processor_time();
  auto x = family.rate(r, runner, steps);
  if (runner.info->tolerance > 0 && x.status == Status::ok)
    x.seconds_per_step = time_roughly(family, runner, r, x, processor_time() - begin);
  return x;
}

/// Processor time per step: all in turn in every round, alone, so that a disturbance of the machine meets all of them.
/// The nearer to the cheapest, the more rounds: a neighbour on the same core slows methods down unequally, and their
/// minima agree with those of an idle machine only if each has met a quiet moment.
void time_interleaved(const Problem<double>& problem, const std::vector<ProblemRunner>& runners, Recommendation& r,
                      double most_seconds) {
  struct Stage {
    int rounds;
    double near;  ///< times the cheapest: these take part
  };
  constexpr std::array<Stage, 4> stages{{{4, INFINITY}, {12, 3}, {30, 1.5}, {70, 1.1}}};
  constexpr double short_run = 2e-3, enough = 1e-4;  // of a run, of a repetition; `most_seconds` is of a stage
  int all_rounds = 0;
  for (const auto& stage : stages) all_rounds += stage.rounds;
  Progress progress("timing", all_rounds);
  for (const auto& [rounds, near] : stages) {
    const auto ranking = r.ranking();
    std::vector<std::size_t> list;
    for (const auto i : ranking)
      if (r.cost_of(i) <= near * r.cost_of(ranking.front())) list.push_back(i);
    const double begin = processor_time();
    for (int round = 0; round < rounds && (round < 4 || processor_time() - begin < most_seconds);
         ++round, progress.add(1))
      for (const auto i : list) {
        stop_if_interrupted();
        auto& c = r.candidates[i];
        if (!c.chosen) continue;  // a run of it has thrown
        const auto steps = c.rating().steps;
        const double fit = short_run / c.seconds_per_step;  // steps
        const auto most = static_cast<std::int64_t>(fit > 1 ? std::max(64.0, fit) : 1);
        const double torques = torque_time(r, c.rating());
        const double known = c.rounds.empty() ? INFINITY : c.rounds.back() - torques;
        const auto why = failure_of(*c.method, [&] {
          c.rounds.push_back(time_of_step(runners[i], problem, r.grid(steps), most, enough, known) + torques);
        });
        if (why) c.drop(Outcome::fails, *why);
      }
    for (const auto i : list)
      if (auto& c = r.candidates[i]; c.chosen) c.seconds_per_step = *std::ranges::min_element(c.rounds);
  }
}

// --- the largest step that meets the target: by halvings, and then between two of them -------------------------------

constexpr double first_wait = 1e-3;  ///< seconds: what needs more at least comes later than the first step count
constexpr double usual_step = 1e-5;  ///< seconds, of methods whose steps are given
constexpr double resolving = 4;      ///< steps per radian, on the average of a motion

std::string number_of_steps(double n) {
  return n < 1e6 ? fmt::format("{:.0f}", n) : fmt::format("{:.1e}", n);
}

/// The number of steps of the next step count: twice as many, or one in each interval between breaks.
std::int64_t step_count_after(const Recommendation& r, std::int64_t steps) {
  const auto intervals = static_cast<std::int64_t>(r.most_breaks) + 1;
  return steps < intervals && intervals < 2 * steps ? intervals : 2 * steps;
}

/// Why a run is not good enough.
std::string why_not(const Rating& x) {
  if (x.status == Status::not_converged) return std::string(text(x.failure));
  if (x.status != Status::ok) return "the state is not finite";
  if (std::isinf(x.share)) return "a step turns the body too far";
  return x.share <= 1 ? fmt::format("its error is {:.0f} % of the tolerance; at most {:g} % is recommended",
                                    100 * x.share, 100 * margin)
                      : fmt::format("its error is {:.2g} times the tolerance", x.share);
}

/// The time is over before it is known whether the candidate meets the target.
void out_of_time(const Recommendation& r, Candidate& c) {
  c.drop(Outcome::undecided,
         fmt::format("not known within the time limit of {:g} s{}", r.requirement.seconds,
                     c.ratings.empty() ? std::string() : fmt::format(", at {} steps", c.ratings.back().taken)));
}

/// Whether the work on a candidate came to its end: its time was enough, and no run of it threw.
bool comes_to_its_end(const Recommendation& r, Candidate& c, const std::function<void()>& work) {
  try {
    const auto why = failure_of(*c.method, work);
    if (why) c.drop(Outcome::fails, *why);
    return !why;
  } catch (const TimeLimit::Passed&) {
    out_of_time(r, c);
    return false;
  }
}

/// Where a method stands on the way up its ladder.
struct Bracketing {
  bool open = true;
  std::optional<std::int64_t> bracket;  ///< this many steps pass, those of the step count before do not (or it is 1)
};

/// What others have needed so far.
struct Bar {
  const char* whose;
  double seconds = INFINITY;

  void lower(double other) { seconds = std::min(seconds, other); }
};

/// A solver that chooses its own steps has shown what it needs when it has run once.
bool has_shown_its_time(const Candidate& c) {
  return c.method->tolerance > 0 && !c.ratings.empty();
}

/// What the next step count of a method takes at least, in seconds: half of what the last one took where it chooses its
/// steps; before that it must follow every turn, unless it is exact between kicks. With what the user's torque costs
/// beyond ours, or without. 0: nothing is known.
double least_seconds(const Recommendation& r, const Candidate& c, bool with_torque) {
  // Of methods of the highest orders.
  constexpr double radians_a_step = 8, seconds_a_radian = 3e-7, torques_a_radian = 0.5;
  const auto& m = *c.method;
  if (has_shown_its_time(c)) return c.seconds_per_step * static_cast<double>(c.ratings.back().taken) / 2;
  if (m.order.exact() || m.order_without_torque == Order(exact_order)) return 0;
  if (m.tolerance > 0)
    return r.radians * (seconds_a_radian + (with_torque ? torques_a_radian * r.requirement.torque_seconds : 0));
  const double torque = with_torque || c.ratings.empty() ? 0 : torque_time(r, c.ratings.back());
  return r.radians / radians_a_step * (c.seconds_per_step - torque);
}

/// Gives the candidate up if what it needs at least is hopeless.
void judge_unseen(const Recommendation& r, Candidate& c, Bracketing& bracketing, const Bar& bar) {
  const double least = least_seconds(r, c, true);
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
    if (has_shown_its_time(c)) c.seconds_per_step = list[n - 2].seconds_per_step;
    return;
  }
  const auto give_up = [&](Outcome outcome, const std::string& why) { bracketing.open = false, c.drop(outcome, why); };
  const auto is_hopeless = [&](std::string_view about, double needed) {
    const double times = c.seconds_per_step * needed / bar.seconds;
    if (times > hopeless)
      give_up(Outcome::hopeless, fmt::format("{} {} steps would be needed, {:.0f} times the time of {}", about,
                                             number_of_steps(needed), times, bar.whose));
    return times > hopeless;
  };
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
    if (is_hopeless("about", static_cast<double>(last.taken) * std::pow(r2 / margin, 1 / trusted))) return;
  }
  // Steps that resolve a motion and do not follow it yet will gain by their order; two more are beyond what they can.
  if (r.requirement.attitude && !r.requirement.at_end && last.errors.attitude >= 0.1 && !c.method->order.exact() &&
      c.method->tolerance == 0 && static_cast<double>(last.taken) > resolving * r.radians) {
    const double needed =
        static_cast<double>(last.taken) *
        std::pow(last.errors.attitude / (margin * *r.requirement.attitude), 1.0 / (c.method->order.least() + 2));
    if (is_hopeless("more than", needed)) return;
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

/// The same grid's number of steps where it is one that this number of steps gives, too.
std::int64_t canonical(const Recommendation& r, std::int64_t steps) {
  if (r.most_breaks == 0) return steps;
  const auto taken = r.grid(steps).steps();
  return r.grid(taken).steps() == taken ? taken : steps;
}

constexpr int counts_per_halving = 16;  ///< per halving of the step: 4 % each
/// The j-th number of steps between `low` and 2 low, and beyond.
std::int64_t step_count_at(const Recommendation& r, std::int64_t low, int j) {
  return canonical(r, std::llround(static_cast<double>(low) * std::exp2(static_cast<double>(j) / counts_per_halving)));
}

/// The start moved by a unit in the last place of its length, along the j-th axis or back, to round otherwise on the
/// way; where the motion multiplies rounding, an error is that of several roundings.
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

constexpr int roundings = 6;
bool multiplies_rounding(const Recommendation& r) {
  return r.requirement.share(r.moved) > 0.01;
}

/// All ladders by halvings of the step, in step with each other, so that all know what the cheapest costs so far.
std::vector<Bracketing> bracket_step_counts(const Family& family, const std::vector<ProblemRunner>& runners,
                                            Recommendation& r) {
  std::vector<Bracketing> bracketings(runners.size());
  Progress progress("ladders", static_cast<double>(runners.size()));
  // Of those that meet the target, and of those that are as accurate as they get.
  Bar bar{"the cheapest"}, rounding{"one that has come down to rounding"};
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
        (least_seconds(r, r.candidates[i], false) >
                 (has_shown_its_time(r.candidates[i]) ? usual_step : first_wait) * static_cast<double>(steps_tried)
             ? waiting
             : active)
            .push_back(i);
    }
    if (active.empty()) active = waiting;
    if (active.empty()) break;
    family.look_up(steps);
    parallel_for(active.size(), [&](std::size_t k) {
      const auto i = active[k];
      auto& c = r.candidates[i];
      const double begin = processor_time();
      bracketings[i].open = comes_to_its_end(r, c, [&] {
        c.ratings.push_back(rated(family, runners[i], r, steps));
        const auto& x = c.ratings.back();
        if (x.seconds_per_step > 0)
          c.seconds_per_step = x.seconds_per_step;
        else if (steps <= timed_steps || !timed[i])
          c.seconds_per_step = time_roughly(family, runners[i], r, x, processor_time() - begin);
        timed[i] = timed[i] || x.status == Status::ok;
      });
    });
    for (const auto i : active) {
      auto& c = r.candidates[i];
      if (!bracketings[i].open) continue;
      judge_bracketing(r, c, bracketings[i], std::isinf(bar.seconds) ? rounding : bar);
      if (bracketings[i].bracket)
        bar.lower(c.seconds_per_step * static_cast<double>(r.grid(*bracketings[i].bracket).steps()));
      else if (!bracketings[i].open && c.outcome == Outcome::misses)
        rounding.lower(c.seconds_per_step * static_cast<double>(c.ratings.back().taken));
      if (!bracketings[i].open) progress.add(1);
    }
    before = steps;
  }
  for (std::size_t i = 0; i < bracketings.size(); ++i) {  // met before it was known what the cheapest costs
    auto& c = r.candidates[i];
    // What is exact in one step is chosen whatever it costs.
    if (!bracketings[i].bracket || (bracketings[i].bracket == 1 && c.method->order.exact())) continue;
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

/// The largest step of a bracketed ladder at which, and at those next to it downwards, the error is within the margin:
/// a zero crossing of the error is not recommended.
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
    for (int j = good; j <= std::max(of_bracket, counts_per_halving) + counts_per_halving && chosen == 0; ++j) {
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
  c.choose(chosen);
}

/// A run whose error moves when its start does, to that of `other`, is another one tomorrow. What the motion itself
/// moves by does not count.
void check_chaos(const Rating& other, const Recommendation& r, Candidate& c) {
  const auto& rating = c.rating();
  const double by_motion = 2 * r.requirement.share(r.moved);
  if (std::abs(other.share - rating.share) <= 0.05 + by_motion) return;
  c.drop(Outcome::chaotic,
         fmt::format(
             "at {} steps its error changes from {:.2f} to {:.2f} times the tolerance when the start changes by {:g}",
             rating.taken, rating.share, other.share, reference::shift));
}

// --- the choice ------------------------------------------------------------------------------------------------------

/// Numbers of steps from n to 2 n: the next ones, and then by 1/40 of a halving.
std::vector<std::int64_t> neighbours(const Recommendation& r, std::int64_t n) {
  std::vector<std::int64_t> list;
  for (std::int64_t k = 1; k <= 8; ++k) list.push_back(n + k);
  for (int k = 1; k <= 40; ++k) list.push_back(std::llround(static_cast<double>(n) * std::exp2(k / 40.0)));
  std::ranges::sort(list);
  std::erase_if(list, [&](auto m) { return m <= n || m > std::max(2 * n, n + 8); });
  for (auto& m : list) m = canonical(r, m);
  list.erase(std::unique(list.begin(), list.end()), list.end());
  std::erase(list, n);
  return list;
}

/// Of those that cost the same within what timing can tell, the first of the list. Where one step does it, that of
/// the exact motion, which no other start and no other length can spoil.
void choose(Recommendation& r) {
  r.best.reset(), r.tied = r.by_exact = false;
  const auto ranking = r.ranking();
  if (ranking.empty()) return;
  r.best = ranking.front();
  for (const auto i : ranking)
    if (i < *r.best && r.cost_of(i) <= same_cost * r.cost_of(ranking.front())) r.best = i;
  const auto single = [&](const Candidate& c) { return c.chosen && c.rating().steps == 1; };
  if (single(r.choice())) {
    const auto exact =
        std::ranges::find_if(r.candidates, [&](const Candidate& c) { return c.method->order.exact() && single(c); });
    if (const auto i = static_cast<std::size_t>(exact - r.candidates.begin()); i < r.candidates.size() && i != *r.best)
      r.best = i, r.by_exact = true;
  }
  r.tied = *r.best != ranking.front() && !r.by_exact;
}

/// Whether the step that is to be recommended holds at a closer look, which takes so many seconds of the processor:
/// where runs are long, fewer are looked at. If it does not, a smaller one is chosen, or the candidate is dropped.
bool holds(const Family& family, const ProblemRunner& runner, const Recommendation& r, Candidate& c,
           const Deadline& deadline) {
  constexpr std::size_t few = 4;  // runs at once
  const auto n = c.rating().steps;
  if (n == 1 && c.method->order.exact()) {
    c.many.emplace();
    for (const std::int64_t steps : {2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4096}) {
      const auto rating = family.rate(r, runner, steps);
      if (!passes(rating)) {
        c.many->next = rating;
        return true;
      }
      c.many->up_to = steps;
    }
    return true;
  }
  // The largest number of steps that fails settles it: they are tried from there down, a few at a time.
  auto list = neighbours(r, n);
  const double before = deadline.left();
  family.rate(r, runner, list.front());
  const double most = deadline.left() / (2 * 1.5 * std::max(1e-300, before - deadline.left()));
  if (const auto all = list.size(); most < static_cast<double>(all)) {
    const auto some = std::min(all, std::max(few, static_cast<std::size_t>(std::max(0.0, most))));
    for (std::size_t k = 0; k < some && some < all; ++k) list[k] = list[k * (all - 1) / (some - 1)];
    list.resize(some);
  }
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
    return true;
  }
  // From the smallest step that failed on.
  const auto failed = list[static_cast<std::size_t>(bad.rend() - last) - 1];
  std::optional<Rating> better;
  for (int j = 1; j <= 2 * counts_per_halving && !better; j += static_cast<int>(few)) {
    std::array<Rating, few> tried;
    parallel_for(few, [&](std::size_t k) {
      const int next = j + static_cast<int>(k);
      tried[k] = family.rate(r, runner, std::max(canonical(r, failed + next), step_count_at(r, failed, next)));
    });
    const auto first = std::ranges::find_if(tried, passes);
    if (first != tried.end()) better = *first;
  }
  if (better) {
    const auto at = std::ranges::lower_bound(c.ratings, better->steps, {}, &Rating::steps);
    if (at == c.ratings.end() || at->steps != better->steps) c.ratings.insert(at, *better);
    c.choose(better->steps);
  } else {
    c.drop(Outcome::misses, fmt::format("with {} steps it would, but not with {} and around", n, failed));
  }
  return false;
}

/// A candidate that has met the target with so many steps, and was not followed any further.
struct Met {
  std::size_t candidate;
  std::int64_t steps;

  double seconds(const Recommendation& r) const {
    return r.candidates[candidate].seconds_per_step * static_cast<double>(r.grid(steps).steps());
  }
};

/// Chooses until a choice holds: smaller steps, or another method. Of those that have met the target and whose time for
/// the search of the largest step is over, the cheapest may be chosen as they are.
void confirm(const Family& family, const std::vector<ProblemRunner>& runners, Recommendation& r,
             const std::vector<Met>& met, double timing_seconds, const Deadline& deadline) {
  constexpr int attempts = 100;
  Progress progress("neighbours", 1);
  auto next = met.begin();
  for (int attempt = 0; attempt < attempts; ++attempt) {
    choose(r);
    while (next != met.end() && r.candidates[next->candidate].outcome != Outcome::undecided) ++next;
    if (next != met.end() && (!r.best || next->seconds(r) < r.cost_of(*r.best) * std::abs(r.duration))) {
      const auto i = next->candidate;
      const auto steps = next++->steps;
      auto& c = r.candidates[i];
      c.choose(steps);
      const bool in_time =
          comes_to_its_end(r, c, [&] { check_chaos(family.rate(r, runners[i], steps, reference::moved_start), r, c); });
      if (!in_time || !c.chosen) continue;
      time_interleaved(family.first().problem(), runners, r, timing_seconds);
      choose(r);
    }
    if (!r.best) return;
    auto& c = r.candidates[*r.best];
    bool done = false;
    const auto why = failure_of(*c.method, [&] { done = holds(family, runners[*r.best], r, c, deadline); });
    if (why) c.drop(Outcome::fails, *why);
    if (done) return;
  }
  r.best.reset();
}

/// With a given step there are no others to compare with: the errors are the larger of the start's and a moved one's.
void check_moved_start(const Family& family, const ProblemRunner& runner, const Recommendation& r, Candidate& c) {
  auto& x = c.ratings[0];
  const auto moved = family.rate(r, runner, x.steps, reference::moved_start);
  check_chaos(moved, r, c);
  const double a = x.errors.attitude, b = moved.errors.attitude;
  if (!r.requirement.has_target() &&
      std::max(a, b) > as_good * std::min(a, b) + 2 * r.moved.attitude + next_to_rounding) {
    c.drop(Outcome::chaotic, fmt::format("its error changes from {:.1e} to {:.1e} when the start changes by {:g}", a, b,
                                         reference::shift));
  }
  if (!c.chosen) return;
  include(x.errors, moved.errors), include(x.at_end, moved.at_end);
  x.share = std::max(x.share, moved.share);
  if (!passes(x))
    c.drop(Outcome::misses, fmt::format("its error is {:.2g} times the tolerance when the start changes by {:g}",
                                        x.share, reference::shift));
}

/// In a share of the time, with steps that end at the recommendation's breaks, as the family's do. What comes first in
/// the order of costs gets its time first.
void search(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double share,
            double timing_seconds) {
  const double seconds = share * r.requirement.seconds * static_cast<double>(r.bodies);
  constexpr double of_ladders = 0.5, of_both = 0.7, of_neighbours = 0.3;
  const Deadline ladders(of_ladders * seconds);
  family.end_by(ladders);
  const auto bracketings = bracket_step_counts(family, all, r);
  std::vector<Met> met;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& c = r.candidates[i];
    if (bracketings[i].bracket)
      met.push_back({i, *bracketings[i].bracket});
    else if (c.outcome == Outcome::undecided && !c.ratings.empty() && passes(c.ratings.back()))
      met.push_back({i, c.ratings.back().steps});
  }
  std::ranges::stable_sort(met, {}, [&](const Met& m) { return m.seconds(r); });
  const Deadline search((of_both - of_ladders) * seconds + std::max(0.0, ladders.left()));
  family.end_by(search);
  Progress progress("steps", static_cast<double>(met.size()));
  parallel_for(met.size(), [&](std::size_t k) {
    const auto i = met[k].candidate;
    const auto steps = met[k].steps;
    auto& c = r.candidates[i];
    if (bracketings[i].bracket)
      comes_to_its_end(r, c, [&] {
        refine(family, all[i], steps, r, c);
        if (c.chosen) check_chaos(family.rate(r, all[i], c.rating().steps, reference::moved_start), r, c);
      });
    progress.add(1);
  });
  time_interleaved(family.first().problem(), all, r, timing_seconds);
  const Deadline confirmation(of_neighbours * seconds);
  family.end_by(confirmation);
  try {
    confirm(family, all, r, met, timing_seconds, confirmation);
  } catch (const TimeLimit::Passed&) {
    for (auto& c : r.candidates)
      if (c.chosen) out_of_time(r, c);
    r.best.reset();
  }
}

/// Across the knots of cubic tables orders are 4 at most, and steps that end there may have to be short: where a body
/// has some, both are tried, each in half of the time, by find(recommendation, share) and then finish(the same). Of
/// each method the better is kept.
void at_kinks_and_knots(Family& family, Recommendation& r, const auto& find, const auto& finish) {
  r.breaks_differ = family.breaks_differ();
  if (!family.has_knots()) return find(r, 1.0), finish(r, 1.0);
  auto other = r;
  find(r, 0.5);
  family.end_steps_at(knots);
  other.breaks = family.first().breaks(), other.breaks_differ = family.breaks_differ();
  other.most_breaks = family.most_breaks();
  find(other, 0.5);
  family.end_steps_at(kinks);
  finish(r, 0.5), finish(other, 0.5);
  for (auto& c : other.candidates)
    if (c.chosen && other.aligns(c.rating().steps)) c.ends_at = knots;
  if (other.best && other.choice().ends_at == knots && (!r.best || other.cost_of(*other.best) < r.cost_of(*r.best)))
    std::swap(r, other);
  for (std::size_t i = 0; i < r.candidates.size(); ++i) {
    const bool is_met = r.candidates[i].chosen.has_value();
    if (i != r.best && (other.candidates[i].chosen ? !is_met || other.cost_of(i) < r.cost_of(i)
                                                   : !is_met && other.candidates[i].outcome == Outcome::undecided))
      r.candidates[i] = std::move(other.candidates[i]);
  }
}

}  // namespace

void find_steps(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds) {
  at_kinks_and_knots(
      family, r, [&](Recommendation& one, double share) { search(family, all, one, share, share * timing_seconds); },
      [](Recommendation&, double) {});
}

void rate_given_step(Family& family, const std::vector<ProblemRunner>& all, Recommendation& r, double timing_seconds) {
  double least = INFINITY;  // of all errors, wherever steps end
  const auto rate = [&](Recommendation& one, double share) {
    const Deadline deadline(share * one.requirement.seconds * static_cast<double>(one.bodies));
    family.end_by(deadline);
    const auto steps = std::llround(std::abs(one.duration) * one.requirement.rate->value);
    Progress progress("methods", static_cast<double>(all.size()));
    parallel_for(all.size(), [&](std::size_t i) {
      auto& c = one.candidates[i];
      const double begin = processor_time();
      comes_to_its_end(one, c, [&] {
        c.ratings.push_back(family.rate(one, all[i], steps));
        auto& x = c.ratings.back();
        c.seconds_per_step = time_roughly(family, all[i], one, x, processor_time() - begin);
        if (passes(x))
          c.outcome = Outcome::meets, c.chosen = 0, check_moved_start(family, all[i], one, c);
        else
          c.drop(x.status != Status::ok ? Outcome::fails : Outcome::misses, why_not(x));
      });
      progress.add(1);
    });
    for (const auto& c : one.candidates)
      if (c.chosen) least = std::min(least, c.ratings[0].errors.attitude);
  };
  at_kinks_and_knots(family, r, rate, [&](Recommendation& one, double share) {
    for (auto& c : one.candidates) {
      if (one.requirement.has_target() || !c.chosen) continue;
      if (const double error = c.ratings[0].errors.attitude; error > std::max(as_good * least, next_to_rounding))
        c.drop(Outcome::misses, fmt::format("its error is {:.1e}, the least is {:.1e}", error, least));
    }
    time_interleaved(family.first().problem(), all, one, share * timing_seconds);
    choose(one);
  });
}

void mark_front(Recommendation& r) {
  struct Rated {
    double error, energy, cost;
    Rating* rating;
  };
  constexpr double near = 0.1;  // radians, and of the kinetic energy
  std::vector<Rated> all;
  for (auto& c : r.candidates)
    for (auto& x : c.ratings)
      if (x.bodies == r.bodies && x.status == Status::ok && resolves(r, x, *c.method) && x.errors.energy <= near &&
          (!r.requirement.attitude || x.errors.attitude <= near))
        all.push_back({r.requirement.shown(x.errors), x.errors.energy, c.cost(x, r.duration), &x});
  for (const auto& a : all)
    a.rating->front = std::ranges::none_of(all, [&](const Rated& b) {
      return b.error <= a.error && b.energy <= a.energy && b.cost <= a.cost &&
             (b.error < a.error || b.energy < a.energy || b.cost < a.cost);
    });
}

}  // namespace polhode::recommending
