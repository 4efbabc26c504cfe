// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/geometry/scalar.hpp"
#include "core/io/record.hpp"
#include "core/reference/path.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/variations.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

constexpr std::int64_t most_samples = 200;
constexpr std::int64_t most_steps = std::int64_t(1) << 26;

/// Whether a run follows the motion at all: energy can be kept by steps over whole turns.
bool resolves(const Recommendation& r, const Rating& x, const MethodInfo& method) {
  constexpr double follows = 0.01;  // radians
  return x.steps >= r.least_steps || method.order.exact() || x.errors.attitude <= follows;
}

/// What a run is compared with: the reference at its sampled nodes.
template <class P>
struct Truth {
  std::int64_t every;
  std::vector<typename P::State> states;
  std::vector<double> energies;
};

/// Shared by all methods: of a run of so many steps, and of its first steps, one by one, in which methods with a
/// history begin with lower orders.
template <class P>
struct Truths {
  std::once_flag once;
  Truth<P> all, beginning;
};

/// What a run errs by.
struct Finding {
  Status status = Status::ok;
  Failure failure = Failure::none;
  Errors worst{}, at_end{};
  Tally tally;
};

void include(Errors& worst, const Errors& e) {
  // What is not a number is infinitely large.
  const auto larger = [](double a, double b) { return b <= a ? a : std::isnan(b) ? INFINITY : b; };
  worst = {larger(worst.attitude, e.attitude), larger(worst.momentum, e.momentum), larger(worst.energy, e.energy)};
}

/// What runs err by on one body, whose motion is known.
template <class P>
class Judge {
 public:
  Judge(const P& problem, reference::Path<P> path, double t0, double duration, bool at_end)
      : problem_(problem), path_(std::move(path)), t0_(t0), duration_(duration), only_at_end_(at_end) {
    for (int i = 0; i <= 64; ++i)
      kinetic_ = std::max(kinetic_, kinetic_energy(problem, path_.at(t0 + duration * i / 64)));
    if (kinetic_ == 0) kinetic_ = 1;
  }

  const P& problem() const { return problem_; }
  const reference::Path<P>& path() const { return path_; }
  Grid<double> grid(std::int64_t steps) const { return Grid<double>::of_duration(t0_, duration_, steps); }

  /// The run of so many steps from the body's start, computed once.
  Finding find(const Runner<P>& runner, std::int64_t steps) {
    const auto key = std::pair(runner.info, steps);
    {
      const std::lock_guard lock(mutex_);
      if (const auto it = found_.find(key); it != found_.end()) return it->second;
    }
    const auto found = find(runner, problem_, steps);
    const std::lock_guard lock(mutex_);
    return found_.emplace(key, found).first->second;
  }

  /// The same from a start that is moved. One step of an exact motion promises any time: it is taken to several.
  Finding find(const Runner<P>& runner, const P& problem, std::int64_t steps) {
    Finding found;
    const auto run_on = [&](const Grid<double>& grid, const Truth<P>& truth) {
      std::size_t seen = 0;
      Errors last{};
      const Sampler<P> sampler{truth.every, [&](const Sample<P>& s) {
                                 const auto apart = reference::apart(s.state, truth.states[seen], path_.momentum());
                                 last = {apart.attitude, apart.momentum,
                                         std::abs(energy(problem_, s.state) - truth.energies[seen]) / kinetic_};
                                 include(found.worst, last);
                                 ++seen;
                               }};
      const auto run = runner.run(problem, grid, &sampler);
      found.status = run.status, found.failure = run.failure, found.tally = run.tally;
      return last;
    };
    const auto& truths = truth_of(steps);
    found.at_end = run_on(grid(steps), truths.all);
    if (begins_apart(truths) && found.status == Status::ok) {
      const auto whole = found.tally;
      run_on(beginning(steps), truths.beginning);
      found.tally = whole;
    }
    if (steps == 1 && runner.info->order.exact())
      for (int k = 1; k < single_steps && found.status == Status::ok; ++k) run_on(single_grid(k), single_truth(k));
    const auto& e = found.worst;
    if (found.status == Status::ok && !std::isfinite(e.attitude + e.momentum + e.energy))
      found.status = Status::diverged;  // finite, but huge
    return found;
  }

 private:
  /// The reference for so many steps; computed once, by whoever needs it first.
  const Truths<P>& truth_of(std::int64_t steps) {
    Truths<P>* truth;
    {
      const std::lock_guard lock(mutex_);
      auto& place = truths_[steps];
      if (!place) place = std::make_unique<Truths<P>>();
      truth = place.get();
    }
    std::call_once(truth->once, [&] {
      look_up(grid(steps), truth->all);
      if (begins_apart(*truth)) look_up(beginning(steps), truth->beginning);
    });
    return *truth;
  }
  /// One step to the k-th of the times that single steps are taken to.
  Grid<double> single_grid(int k) const { return Grid<double>::of_duration(t0_, duration_ * k / single_steps, 1); }
  const Truth<P>& single_truth(int k) {
    auto& truth = singles_[static_cast<std::size_t>(k)];
    std::call_once(truth.once, [&] { look_up(single_grid(k), truth.all); });
    return truth.all;
  }
  /// The first steps are looked at by themselves where samples miss them, and where they count.
  bool begins_apart(const Truths<P>& truths) const { return truths.all.every > 1 && !only_at_end_; }
  Grid<double> beginning(std::int64_t steps) const {
    return Grid<double>::of_step(t0_, duration_ / static_cast<double>(steps), 16);
  }
  void look_up(const Grid<double>& grid, Truth<P>& truth) const {
    const auto steps = grid.steps();
    truth.every = only_at_end_ ? steps : (steps + most_samples - 1) / most_samples;
    for (std::int64_t n = 0;; n = std::min(n + truth.every, steps)) {
      truth.states.push_back(path_.at(grid.time(n)));
      truth.energies.push_back(energy(problem_, truth.states.back()));
      if (n == steps) break;
    }
  }

  P problem_;
  reference::Path<P> path_;
  double t0_, duration_;
  bool only_at_end_;
  double kinetic_ = 0;
  std::mutex mutex_;
  std::map<std::int64_t, std::unique_ptr<Truths<P>>> truths_;
  std::map<std::pair<const MethodInfo*, std::int64_t>, Finding> found_;
  std::array<Truths<P>, single_steps> singles_;
};

bool passes(const Rating& r) {
  return r.share <= margin;
}

/// All bodies for which a recommendation holds, the one that travels farthest first: it is likely to be the worst.
template <class P>
class Family {
 public:
  /// Moves the start of a body.
  using Moves = std::function<P(const P&)>;

  void add(std::unique_ptr<Judge<P>> judge) { judges_.push_back(std::move(judge)); }
  void sort() {
    std::stable_sort(judges_.begin(), judges_.end(),
                     [](const auto& a, const auto& b) { return a->path().turns() > b->path().turns(); });
  }
  const Judge<P>& first() const { return *judges_.front(); }
  std::size_t size() const { return judges_.size(); }
  auto begin() const { return judges_.begin(); }
  auto end() const { return judges_.end(); }

  /// So many steps on one body after the other, until one misses what is asked for.
  Rating rate(const Recommendation& r, const Runner<P>& runner, std::int64_t steps, const Moves& moved = {}) const {
    Rating rating{steps};
    for (const auto& judge : judges_) {
      const auto found = moved ? judge->find(runner, moved(judge->problem()), steps) : judge->find(runner, steps);
      include(rating.errors, found.worst), include(rating.at_end, found.at_end);
      rating.status = found.status, rating.failure = found.failure;
      if (rating.bodies++ == 0) rating.tally = found.tally;
      rating.share = share(r, rating, *runner.info);
      if (!passes(rating)) break;
    }
    return rating;
  }

 private:
  static double share(const Recommendation& r, const Rating& x, const MethodInfo& method) {
    if (x.status != Status::ok || !resolves(r, x, method)) return INFINITY;
    const auto part = [](const std::optional<double>& allowed, double error) { return allowed ? error / *allowed : 0; };
    return std::max({part(r.wish.attitude, x.errors.attitude), part(r.wish.momentum, x.errors.momentum),
                     part(r.wish.energy, x.errors.energy)});
  }

  std::vector<std::unique_ptr<Judge<P>>> judges_;
};

/// Seconds per step of the first `most` steps of so many, repeated until the clock can tell.
template <class P>
double time_of_step(const Runner<P>& runner, const P& problem, const Recommendation& r, std::int64_t steps,
                    std::int64_t most, double enough) {
  const std::int64_t taken = std::min(steps, most);
  const auto grid = taken == steps ? Grid<double>::of_duration(r.t0, r.duration, steps)
                                   : Grid<double>::of_step(r.t0, r.duration / static_cast<double>(steps), taken);
  volatile std::int64_t sink = 0;  // the final state is consumed
  const auto run_once = [&] {
    const auto run = runner.timed(problem, grid);
    sink = sink + run.steps + is_finite(run.state);
  };
  return seconds_of(run_once, enough) / static_cast<double>(taken);
}

/// What the user's torque costs per step beyond ours.
double torque_time(const Recommendation& r, const Rating& x) {
  return r.wish.torque_seconds * static_cast<double>(x.tally.torque_evaluations) / static_cast<double>(x.steps);
}

constexpr std::int64_t timed_steps = 512;  ///< of a run, until the methods are timed in turn

template <class P>
double time_roughly(const Family<P>& family, const Runner<P>& runner, const Recommendation& r, const Rating& x) {
  return time_of_step(runner, family.first().problem(), r, x.steps, timed_steps, 1e-5) + torque_time(r, x);
}

/// Errors with so many steps. Steps say nothing of the time of a solver that chooses its own within each: it is taken.
template <class P>
Rating rated(const Family<P>& family, const Runner<P>& runner, const Recommendation& r, std::int64_t steps) {
  auto x = family.rate(r, runner, steps);
  if (runner.info->tolerance > 0 && x.status == Status::ok) x.seconds_per_step = time_roughly(family, runner, r, x);
  return x;
}

std::string number_of_steps(double n) {
  return n < 1e6 ? fmt::format("{:.0f}", n) : fmt::format("{:.1e}", n);
}

/// Why a run is not good enough.
std::string why_not(const Rating& x) {
  if (x.status == Status::not_converged) return std::string(text(x.failure));
  if (x.status != Status::ok) return "the state is not finite";
  if (std::isinf(x.share)) return "a step turns the body too far";
  return x.share <= 1 ? fmt::format("its error is {:.2f} of the target, allowed is {:g} of it", x.share, margin)
                      : fmt::format("its error is {:.2g} times the target", x.share);
}

/// No other step helps.
bool never_serves(Failure failure) {
  return failure == Failure::no_series || failure == Failure::momentum_torque;
}

/// Where a method stands on the way up its ladder.
struct Climb {
  bool climbing = true;
  std::optional<std::int64_t> bracket;  ///< this many steps pass, half of them do not (or it is 1)
};

/// What others have needed so far.
struct Bar {
  double seconds = INFINITY;
  const char* whose = "the cheapest";

  void lower(double other, const char* name) {
    if (other < seconds) seconds = other, whose = name;
  }
};

/// What the last rungs say of the rest: done, hopeless, stuck in rounding, or go on.
void judge_climb(const Recommendation& r, Candidate& c, Climb& climb, const Bar& bar) {
  const auto& list = c.ratings;
  const auto& last = list.back();
  const std::size_t n = list.size();
  const bool exact_at_once = n == 1 && c.method->order.exact() && passes(last);
  if (exact_at_once || (n > 1 && passes(last) && passes(list[n - 2]))) {
    climb.climbing = false;
    climb.bracket = exact_at_once ? 1 : list[n - 2].steps;
    return;
  }
  const auto give_up = [&](Outcome outcome, const std::string& why) {
    climb.climbing = false;
    c.outcome = outcome, c.reason = why;
  };
  if (never_serves(last.failure)) return give_up(Outcome::fails, why_not(last));
  const double now = c.seconds_per_step * static_cast<double>(last.steps);
  if (now > hopeless * bar.seconds) {
    const auto when =
        fmt::format("with {} steps, {:.0f} times the time of {}", last.steps, now / bar.seconds, bar.whose);
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
    const double needed = static_cast<double>(last.steps) * std::pow(r2 / margin, 1 / trusted);
    if (c.seconds_per_step * needed > hopeless * bar.seconds)
      return give_up(Outcome::hopeless,
                     fmt::format("about {} steps would be needed, {:.0f} times the time of {}", number_of_steps(needed),
                                 c.seconds_per_step * needed / bar.seconds, bar.whose));
  }
  // Errors that have been small and do not fall any more are rounding.
  if (n >= 6) {
    double before = INFINITY, lately = INFINITY;
    for (std::size_t i = 0; i < n; ++i)
      (i + 3 < n ? before : lately) = std::min(i + 3 < n ? before : lately, list[i].share);
    if (!(lately < before) && last.errors.attitude < std::max(1e-7, 10 * r.moved.attitude))
      give_up(Outcome::misses, fmt::format("its error does not fall below {:.2g} times the target: rounding", before));
  }
}

/// All ladders by halvings of the step, in step with each other, so that all know what the cheapest costs so far.
template <class P>
std::vector<Climb> climb_ladders(const Family<P>& family, const std::vector<Runner<P>>& runners, Recommendation& r) {
  std::vector<Climb> climbs(runners.size());
  double spent = 0;  // seconds of the processor, as if nothing else ran
  Progress progress("ladders", static_cast<double>(runners.size()));
  Bar bar, rounding;  // of those that meet the target, and of those that are as accurate as they get
  for (std::int64_t steps = 1; steps <= most_steps; steps *= 2) {
    std::vector<std::size_t> active;
    for (std::size_t i = 0; i < climbs.size(); ++i)
      if (climbs[i].climbing) active.push_back(i);
    if (active.empty()) break;
    const bool late = spent > r.wish.seconds;
    std::vector<double> seconds(active.size());
    parallel_for(late ? 0 : active.size(), [&](std::size_t k) {
      const double begin = processor_time();
      const auto i = active[k];
      auto& c = r.candidates[i];
      const auto& x = c.ratings.emplace_back(rated(family, runners[i], r, steps));
      if (x.seconds_per_step > 0)
        c.seconds_per_step = x.seconds_per_step;
      else if (steps <= timed_steps || c.seconds_per_step == 0)
        c.seconds_per_step = time_roughly(family, runners[i], r, x);
      seconds[k] = processor_time() - begin;
    });
    spent += std::max(*std::max_element(seconds.begin(), seconds.end()),
                      std::accumulate(seconds.begin(), seconds.end(), 0.0) / ThreadLimit::now());
    for (const auto i : active) {
      auto& c = r.candidates[i];
      if (late) {
        climbs[i].climbing = false;
        c.reason = fmt::format("time limit of {:g} s at {} steps", r.wish.seconds, steps / 2);
        continue;
      }
      judge_climb(r, c, climbs[i], std::isinf(bar.seconds) ? rounding : bar);
      if (climbs[i].bracket)
        bar.lower(c.seconds_per_step * static_cast<double>(*climbs[i].bracket), "the cheapest");
      else if (!climbs[i].climbing && c.outcome == Outcome::misses)
        rounding.lower(c.seconds_per_step * static_cast<double>(steps), "one that has come down to rounding");
      if (!climbs[i].climbing) progress.add(1);
    }
  }
  for (std::size_t i = 0; i < climbs.size(); ++i)
    if (climbs[i].climbing) r.candidates[i].reason = fmt::format("not with {} steps", most_steps);
  return climbs;
}

constexpr int notches = 16;  ///< per halving of the step: 4 % each

/// The j-th number of steps between `low` and 2 low, and beyond.
std::int64_t notch(std::int64_t low, int j) {
  return std::llround(static_cast<double>(low) * std::exp2(static_cast<double>(j) / notches));
}

/// The start moved by a unit in the last place of its length, along the j-th axis or back, to round otherwise on the
/// way.
template <class P>
P rounded_otherwise(P problem, int j) {
  auto& moved = [&]() -> auto& {
    if constexpr (requires { problem.initial.Pi; })
      return problem.initial.Pi;
    else
      return problem.initial.omega;
  }
  ();
  moved[j % 3] += (j < 3 ? 0x1p-52 : -0x1p-52) * norm(moved);
  if constexpr (requires { problem.initial.d; }) moved = tangential(problem.initial.d, moved);
  return problem;
}

/// Where the motion multiplies rounding, an error is that of several roundings.
constexpr int roundings = 6;
bool multiplies_rounding(const Recommendation& r) {
  const auto part = [](const std::optional<double>& allowed, double m) { return allowed ? m / *allowed : 0; };
  return std::max(part(r.wish.attitude, r.moved.attitude), part(r.wish.momentum, r.moved.momentum)) > 0.01;
}

/// The largest step of a bracketed ladder at which, and at those next to it downwards, the error is within the margin:
/// a zero crossing of the error is not recommended.
template <class P>
void refine(const Family<P>& family, const Runner<P>& runner, std::int64_t bracket, const Recommendation& r,
            Candidate& c) {
  std::map<std::int64_t, Rating> known;
  for (const auto& x : c.ratings) known.emplace(x.steps, x);
  const auto at = [&](std::int64_t steps) -> const Rating& {
    const auto it = known.find(steps);
    return it != known.end() ? it->second : known.emplace(steps, rated(family, runner, r, steps)).first->second;
  };
  std::int64_t chosen = 0;
  if (bracket == 1) {
    chosen = 1;
  } else {
    const std::int64_t low = bracket / 2;
    int fails = 0, good = notches;
    while (good - fails > 1) {
      const int middle = (fails + good) / 2;
      (passes(at(notch(low, middle))) ? good : fails) = middle;
    }
    for (int j = good; j <= 2 * notches && chosen == 0; ++j) {
      chosen = notch(low, j);
      for (const int finer : {0, 1, 2, 4, 8})
        if (chosen != 0 && !passes(at(notch(low, j + finer)))) chosen = 0;
      for (int k = 0; k < roundings && chosen != 0 && multiplies_rounding(r); ++k) {
        if (!passes(family.rate(r, runner, chosen, [k](const P& p) { return rounded_otherwise(p, k); }))) chosen = 0;
      }
    }
  }
  c.ratings.clear();
  for (const auto& [steps, rating] : known) c.ratings.push_back(rating);
  if (chosen == 0) {
    c.reason = "no step whose smaller neighbours meet the target too";
    return;
  }
  c.outcome = Outcome::meets;
  for (std::size_t i = 0; i < c.ratings.size(); ++i)
    if (c.ratings[i].steps == chosen) c.chosen = i;
}

/// A run whose error moves when its start does, to that of `other`, is another one tomorrow. What the motion itself
/// moves by does not count.
void check_chaos(const Rating& other, const Recommendation& r, Candidate& c) {
  const auto& rating = c.ratings[*c.chosen];
  const auto part = [](const std::optional<double>& allowed, double m) { return allowed ? 2 * m / *allowed : 0; };
  const double by_motion = std::max(part(r.wish.attitude, r.moved.attitude), part(r.wish.momentum, r.moved.momentum));
  if (std::abs(other.share - rating.share) <= 0.05 + by_motion) return;
  c.outcome = Outcome::chaotic;
  c.reason = fmt::format("at {} steps its error moves from {:.2f} to {:.2f} of the target when the start moves by {:g}",
                         rating.steps, rating.share, other.share, reference::shift);
  c.chosen.reset();
}

/// Processor time per step: all in turn in every round, alone, so that a disturbance of the machine meets all of them.
/// The nearer to the cheapest, the more rounds: a neighbour on the same core slows methods down unequally, and their
/// minima agree with those of an idle machine only if each has met a quiet moment.
template <class P>
void time_interleaved(const P& problem, const std::vector<Runner<P>>& runners, Recommendation& r, double most_seconds) {
  struct Stage {
    int rounds;
    double near;  ///< times the cheapest: these take part
  };
  constexpr std::array<Stage, 3> stages{{{4, INFINITY}, {12, 4}, {100, 1.5}}};
  constexpr double short_run = 4e-3, enough = 1e-4;  // of a run, of a repetition; `most_seconds` is of a stage
  Progress progress("timing", 4 + 12 + 100);
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
        const auto steps = c.ratings[*c.chosen].steps;
        const auto most = static_cast<std::int64_t>(std::max(64.0, short_run / c.seconds_per_step));
        c.rounds.push_back(time_of_step(runners[i], problem, r, steps, most, enough) +
                           torque_time(r, c.ratings[*c.chosen]));
      }
    for (const auto i : list)
      r.candidates[i].seconds_per_step =
          *std::min_element(r.candidates[i].rounds.begin(), r.candidates[i].rounds.end());
  }
}

/// Of those that cost the same within what timing can tell, the first of the roster. Where one step does it, that of
/// the exact motion, which no other start and no other length can spoil.
void choose(Recommendation& r) {
  r.best.reset(), r.tied = r.by_exact = false;
  const auto ranking = r.ranking();
  if (ranking.empty()) return;
  r.best = ranking.front();
  for (const auto i : ranking)
    if (i < *r.best && r.cost_of(i) <= same_cost * r.cost_of(ranking.front())) r.best = i;
  const auto single = [&](const Candidate& c) { return c.chosen && c.ratings[*c.chosen].steps == 1; };
  if (single(r.candidates[*r.best]))
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
      if (r.candidates[i].method->id == "exact" && single(r.candidates[i]) && i != *r.best)
        r.best = i, r.by_exact = true;
  r.tied = *r.best != ranking.front() && !r.by_exact;
}

/// Numbers of steps from n to 2 n: the next ones, and then by 1/40 of a halving.
std::vector<std::int64_t> neighbours(std::int64_t n) {
  std::vector<std::int64_t> list;
  for (std::int64_t k = 1; k <= 8; ++k) list.push_back(n + k);
  for (int k = 1; k <= 40; ++k) list.push_back(std::llround(static_cast<double>(n) * std::exp2(k / 40.0)));
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  list.erase(std::remove_if(list.begin(), list.end(), [&](auto m) { return m <= n || m > std::max(2 * n, n + 8); }),
             list.end());
  return list;
}

/// Looks closely at what is to be recommended, and chooses again if it does not hold: smaller steps, or another method.
template <class P>
void confirm(const Family<P>& family, const std::vector<Runner<P>>& runners, Recommendation& r) {
  constexpr int attempts = 100;
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
    const auto list = neighbours(n);
    std::vector<char> bad(list.size());
    parallel_for(list.size(), [&](std::size_t k) {
      const auto otherwise = [k](const P& p) { return rounded_otherwise(p, static_cast<int>(k) % 6); };
      bad[k] = !passes(multiplies_rounding(r) ? family.rate(r, runner, list[k], otherwise)
                                              : family.rate(r, runner, list[k]));
    });
    const auto last = std::find(bad.rbegin(), bad.rend(), 1);
    if (last == bad.rend()) {
      c.neighbours = static_cast<int>(list.size()), c.neighbours_to = list.back();
      return;
    }
    // From the smallest step that failed on.
    const auto failed = list[static_cast<std::size_t>(bad.rend() - last) - 1];
    std::optional<Rating> better;
    for (int j = 1; j <= 2 * notches && !better; ++j) {
      const auto rating = family.rate(r, runner, std::max(failed + j, notch(failed, j)));
      if (passes(rating)) better = rating;
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

/// Marks what no other beats in error, energy and cost at once, of what is near the motion: a single step is cheap.
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
          (!r.wish.attitude || x.errors.attitude <= near))
        all.push_back({r.wish.momentum && !r.wish.attitude ? x.errors.momentum : x.errors.attitude, x.errors.energy,
                       c.cost(x, r.duration), &x});
  for (const auto& a : all)
    a.rating->front = std::none_of(all.begin(), all.end(), [&](const Place& b) {
      return b.error <= a.error && b.energy <= a.energy && b.cost <= a.cost &&
             (b.error < a.error || b.energy < a.energy || b.cost < a.cost);
    });
}

/// The motion multiplies small differences far more than a regular one does. Motions in closed form do not: next to a
/// separatrix they are sensitive.
template <class P>
bool is_chaotic(const reference::Path<P>& path) {
  return path.kind() != "exact" &&
         std::max(path.moved().attitude, path.moved().momentum) > 100 * reference::shift * (1 + path.turns());
}

template <class P, class Wide>
reference::Path<P> certified_path(const Wide& problem, const std::vector<Recommendation>& all) {
  constexpr double finer = 100;  // the reference, than what it judges
  const auto& r = all.front();
  Forecast forecast("--time", r.duration, r.wish.seconds);
  // Errors far below the target are shown too.
  reference::Apart enough{INFINITY, INFINITY};
  for (const auto& one : all) {
    const auto& wish = one.wish;
    const double least = wish.has_target() ? 0.5 * wish.energy.value_or(INFINITY) : 0;
    enough.attitude = std::min({enough.attitude, least, wish.attitude.value_or(INFINITY)});
    enough.momentum = std::min({enough.momentum, least, wish.momentum.value_or(INFINITY)});
  }
  enough.attitude /= finer * finer, enough.momentum /= finer * finer;
  reference::Path<P> path(problem, r.t0, r.duration, std::ref(forecast), enough);
  const auto certain = [&](const char* flag, const std::optional<double>& allowed, double most,
                           const reference::Apart& each, double error) {
    if (!allowed || error <= *allowed / finer) return;
    const double longest = path.certain_for(each);
    throw UserError(
        fmt::format("{}: {:g} is given; {}the reference over a time of {:g} is certain to {:.0e} only; accepted: {}{}",
                    flag, *allowed, is_chaotic(path) ? "the motion is chaotic, " : "", r.duration, error,
                    finer * error < most ? fmt::format("{:.0e} or more, or ", finer * error) : "",
                    longest > 0 ? fmt::format("--time {:.3g} or shorter", std::copysign(0.95 * longest, r.duration))
                                : std::string("nothing as small at any --time")));
  };
  const auto& e = path.error();
  const auto of = [&](const std::optional<double>& x, double share) { return x ? *x * share / finer : 0; };
  for (const auto& one : all) {
    const auto& wish = one.wish;
    certain("--attitude-error", wish.attitude, pi_of<double>(), {of(wish.attitude, 1), INFINITY}, e.attitude);
    certain("--momentum-error", wish.momentum, 1, {INFINITY, of(wish.momentum, 1)}, e.momentum);
    certain("--energy-drift", wish.energy, 1, {of(wish.energy, 0.5), of(wish.energy, 0.5)},
            2 * std::max(e.momentum, e.attitude));
  }
  return path;
}

/// The work by Simpson's rule between the instants at which the torque is not smooth.
template <class P>
EnergyBalance balance_of(const P& problem, const reference::Path<P>& path, const Recommendation& r) {
  const double end = r.t0 + r.duration;
  std::vector<double> times{r.t0};
  for (const double t : problem.breaks())
    if ((t - r.t0) * (end - t) > 0) times.push_back(t);
  if (r.duration < 0) std::sort(times.begin(), times.end(), std::greater<>());
  times.push_back(end);
  double work = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double a = times[i - 1], length = times[i] - a;
    const auto inside = problem.within(a, times[i]);
    const auto at = [&](double t) { return power(inside, t, path.at(t)); };
    double part = 0, before = INFINITY;
    for (int n = 16; n <= 4096 && !(std::abs(part - before) <= 1e-7 * std::abs(part)); n *= 2) {
      const double h = length / n;
      before = part, part = 0;
      for (int k = 0; k < n; ++k) part += h / 6 * (at(a + k * h) + 4 * at(a + (k + 0.5) * h) + at(a + (k + 1) * h));
    }
    work += part;
  }
  return {energy(problem, path.at(end)) - energy(problem, path.at(r.t0)), work};
}

/// Those that serve a body.
template <class P>
std::vector<Runner<P>> runners_for([[maybe_unused]] const P& problem) {
  std::vector<Runner<P>> list;
  for (const auto& runner : runners<P>()) {
    if constexpr (MomentumDriven<P>)
      if (problem.dependence() > runner.info->serves) continue;
    list.push_back(runner);
  }
  return list;
}

/// What is known of the family's motions before anything runs.
template <class P>
void describe(const Family<P>& family, Recommendation& r) {
  r.problem = P::kind, r.bodies = family.size();
  reference::Apart error, moved;
  r.radians = 0, r.chaotic = false, r.longest = INFINITY;
  const reference::Apart allowed{r.wish.attitude.value_or(INFINITY), r.wish.momentum.value_or(INFINITY)};
  for (const auto& judge : family) {
    const auto& path = judge->path();
    error.include(path.error()), moved.include(path.moved());
    r.reference.kind = path.kind();
    r.radians = std::max(r.radians, path.turns());
    r.chaotic |= is_chaotic(path);
    r.longest = std::min(r.longest, path.together_for(allowed));
  }
  r.reference.error_estimate = std::max(error.attitude, error.momentum);
  r.reference_error = {error.attitude, error.momentum, 0};
  r.moved = {moved.attitude, moved.momentum, 0};
  r.least_steps =
      r.wish.attitude || !r.wish.has_target() ? 1 : std::max<std::int64_t>(1, std::llround(std::ceil(2 * r.radians)));
}

/// The largest step of every method that meets the target, and the cheapest of them.
template <class P>
void find_steps(const Family<P>& family, const std::vector<Runner<P>>& all, Recommendation& r, double timing_seconds) {
  const auto climbs = climb_ladders(family, all, r);
  std::vector<std::size_t> bracketed;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (climbs[i].bracket) bracketed.push_back(i);
  Progress progress("steps", static_cast<double>(bracketed.size()));
  parallel_for(bracketed.size(), [&](std::size_t k) {
    const auto i = bracketed[k];
    auto& c = r.candidates[i];
    refine(family, all[i], *climbs[i].bracket, r, c);
    if (c.chosen) check_chaos(family.rate(r, all[i], c.ratings[*c.chosen].steps, reference::moved_start<P>), r, c);
    progress.add(1);
  });
  time_interleaved(family.first().problem(), all, r, timing_seconds);
  confirm(family, all, r);
}

constexpr double next_to_rounding = 1e-12;  ///< radians: as good as any

/// With a given step there are no others to compare with: the errors are the larger of the start's and a moved one's.
template <class P>
void check_moved_start(const Family<P>& family, const Runner<P>& runner, const Recommendation& r, Candidate& c) {
  auto& x = c.ratings[0];
  const auto moved = family.rate(r, runner, x.steps, reference::moved_start<P>);
  check_chaos(moved, r, c);
  const double a = x.errors.attitude, b = moved.errors.attitude;
  if (!r.wish.has_target() && std::max(a, b) > as_good * std::min(a, b) + 2 * r.moved.attitude + next_to_rounding) {
    c.outcome = Outcome::chaotic, c.chosen.reset();
    c.reason =
        fmt::format("its error moves from {:.1e} to {:.1e} when the start moves by {:g}", a, b, reference::shift);
  }
  if (!c.chosen) return;
  include(x.errors, moved.errors), include(x.at_end, moved.at_end);
  x.share = std::max(x.share, moved.share);
  if (!passes(x)) {
    c.outcome = Outcome::misses, c.chosen.reset();
    c.reason =
        fmt::format("its error is {:.2g} times the target when the start moves by {:g}", x.share, reference::shift);
  }
}

/// Every method with the one step that is given. Without a target, those are ranked whose error is as good as any.
template <class P>
void rate_given_step(const Family<P>& family, const std::vector<Runner<P>>& all, Recommendation& r,
                     double timing_seconds) {
  const auto steps = r.steps_of_rate();
  Progress progress("methods", static_cast<double>(all.size()));
  parallel_for(all.size(), [&](std::size_t i) {
    auto& c = r.candidates[i];
    c.ratings.push_back(family.rate(r, all[i], steps));
    auto& x = c.ratings.back();
    c.seconds_per_step = time_roughly(family, all[i], r, x);
    if (passes(x))
      c.outcome = Outcome::meets, c.chosen = 0, check_moved_start(family, all[i], r, c);
    else if (x.status != Status::ok)
      c.outcome = Outcome::fails, c.reason = why_not(x);
    else
      c.reason = why_not(x);
    progress.add(1);
  });
  if (!r.wish.has_target()) {
    double least = INFINITY;
    for (const auto& c : r.candidates)
      if (c.chosen) least = std::min(least, c.ratings[0].errors.attitude);
    for (auto& c : r.candidates) {
      if (!c.chosen || c.ratings[0].errors.attitude <= std::max(as_good * least, next_to_rounding)) continue;
      c.outcome = Outcome::misses, c.chosen.reset();
      c.reason = fmt::format("its error is {:.1e}, the least is {:.1e}", c.ratings[0].errors.attitude, least);
    }
  }
  time_interleaved(family.first().problem(), all, r, timing_seconds);
  choose(r);
}

template <class P, class Wide>
void recommend_for(const std::vector<P>& problems, const std::vector<Wide>& wides, std::vector<Recommendation>& all) {
  const auto& first = all.front();
  std::vector<std::unique_ptr<Judge<P>>> judges(problems.size());
  parallel_for(problems.size(), [&](std::size_t i) {
    judges[i] = std::make_unique<Judge<P>>(problems[i], certified_path<P>(wides[i], all), first.t0, first.duration,
                                           first.wish.at_end);
  });
  std::optional<EnergyBalance> balance;
  if constexpr (requires(const P& p) { p.conservative(); })
    if (!problems.front().conservative()) balance = balance_of(problems.front(), judges.front()->path(), first);
  Family<P> family;
  for (auto& judge : judges) family.add(std::move(judge));
  family.sort();

  for (auto& r : all) {
    describe(family, r);
    r.balance = balance;
    auto runners = runners_for(family.first().problem());
    if (!r.wish.restated) r.left_out = std::erase_if(runners, [](const auto& x) { return !x.info->restates.empty(); });
    for (const auto& runner : runners) r.candidates.push_back({runner.info});
    const double timing_seconds = 4 / static_cast<double>(all.size());
    if (r.wish.rate)
      rate_given_step(family, runners, r, timing_seconds);
    else
      find_steps(family, runners, r, timing_seconds);
    mark_front(r);
  }
}

/// Seconds of a unit of time, where the spec says which it is.
std::optional<double> seconds_of_unit(const std::vector<std::pair<std::string, std::string>>& units) {
  static const std::map<std::string, double> seconds{{"fs", 1e-15}, {"ps", 1e-12}, {"ns", 1e-9}, {"us", 1e-6},
                                                     {"µs", 1e-6},  {"ms", 1e-3},  {"s", 1},     {"min", 60},
                                                     {"h", 3600},   {"d", 86400}};
  for (const auto& [quantity, unit] : units)
    if (quantity == "time")
      if (const auto it = seconds.find(unit); it != seconds.end()) return it->second;
  return {};
}

/// The step of a rate, and the horizon of whole steps that is next to the one that was asked for.
void take_rate(Recommendation& r) {
  if (!r.wish.rate) return;
  auto& rate = *r.wish.rate;
  const auto second = seconds_of_unit(r.units);
  if (rate.hertz && !second)
    throw UserError(
        fmt::format("--rate: {:g} Hz is given; accepted: with units.time in the spec, fs, ps, ns, us, ms, s, min, h or "
                    "d, or a number without Hz: steps in a unit of time",
                    rate.value));
  if (rate.hertz) rate = {rate.value * *second};
  if (second) r.period = *second / rate.value;
  const double steps = std::round(std::abs(r.duration) * rate.value);
  if (!(steps >= 1 && steps <= static_cast<double>(most_steps)))
    throw UserError(fmt::format("--rate: {:g} steps in a time of {:g} are given; accepted: 1 to {}",
                                std::abs(r.duration) * rate.value, r.duration, most_steps));
  r.duration = std::copysign(steps / rate.value, r.duration);
}

}  // namespace

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::meets:
      return "meets";
    case Outcome::hopeless:
      return "hopeless";
    case Outcome::misses:
      return "misses";
    case Outcome::fails:
      return "fails";
    case Outcome::chaotic:
      return "chaotic";
  }
  return {};
}

std::vector<std::size_t> Recommendation::ranking() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (candidates[i].chosen) list.push_back(i);
  std::stable_sort(list.begin(), list.end(), [&](std::size_t a, std::size_t b) { return cost_of(a) < cost_of(b); });
  return list;
}

std::int64_t Recommendation::steps_of_rate() const {
  return std::llround(std::abs(duration) * wish.rate->value);
}

Recommendation recommend(const nlohmann::json& document, const Wish& wish, const std::string& folder) {
  return recommend_each(document, {wish}, folder).front();
}

std::vector<Recommendation> recommend_each(const nlohmann::json& document, const std::vector<Wish>& wishes,
                                           const std::string& folder) {
  std::vector<Recommendation> all;
  const Variations bodies(document);
  const auto spec = read_spec<double>(bodies.body(0), folder);
  for (const auto& wish : wishes) {
    if (!wish.has_target() && !wish.rate)
      throw UserError(
          "--attitude-error: missing; accepted: a positive number here, or for --momentum-error or --energy-drift");
    if (!wish.time && !spec.time)
      throw UserError("--time: missing; accepted: a duration here, or time, or h with steps, in the spec");
    Recommendation r{wish, spec.t0, wish.time ? *wish.time : *spec.time};
    r.warnings = spec.warnings, r.units = spec.units, r.comments = spec.comments;
    take_rate(r);
    all.push_back(std::move(r));
  }
  std::visit(
      [&]<template <class> class P>(const P<double>& own) {
        if constexpr (requires { own.mass; }) {
          throw UserError("body: particles are given; accepted: a rigid body or a director");
        } else {
          std::vector<P<double>> problems;
          std::vector<P<float128>> wides;
          for (std::size_t i = 0; i < bodies.size(); ++i) {
            const auto varied = bodies.body(i);
            problems.push_back(std::get<P<double>>(read_spec<double>(varied, folder).problem));
            wides.push_back(std::get<P<float128>>(read_spec<float128>(varied, folder).problem));
          }
          try {
            recommend_for(problems, wides, all);
          } catch (const reference::NoMotion& e) {
            throw UserError(e.what());
          }
        }
      },
      spec.problem);
  return all;
}

}  // namespace polhode
