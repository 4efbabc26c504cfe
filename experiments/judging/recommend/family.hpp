// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "core/reference/path.hpp"
#include "experiments/judging/recommend.hpp"
#include "experiments/judging/recommend/deadline.hpp"
#include "methods/runners.hpp"

/// What runs err by, on one body and on all bodies of a family.
namespace polhode::recommending {

inline constexpr std::int64_t most_samples = 200;
inline constexpr std::int64_t most_steps = std::int64_t(1) << 26;

/// Whether a run follows the motion at all: energy can be kept by steps over whole turns.
inline bool resolves(const Recommendation& r, const Rating& x, const MethodInfo& method) {
  constexpr double follows = 0.01;  // radians
  return x.steps >= r.least_steps || method.order.exact() || x.errors.attitude <= follows;
}

/// Shared by all methods: of a run of so many steps, and of its first steps, one by one, in which methods with a
/// history begin with lower orders.
struct Truths {
  std::once_flag once;
  Truth all, beginning;
};

/// What a run errs by.
struct Finding {
  Status status = Status::ok;
  Failure failure = Failure::none;
  Errors worst{}, at_end{};
  Counters counters;
};

/// Attitudes of rigid bodies as angles, in radians.
inline Errors in_radians(const Problem<double>& problem, Errors e) {
  if (problem.body()) e.attitude = 2 * std::asin(std::min(1.0, e.attitude / 2));
  return e;
}

/// See Recommendation::grid.
inline Grid<double> grid(double t0, double duration, const std::vector<double>& breaks, std::int64_t steps) {
  const auto equal = Grid<double>::of_duration(t0, duration, steps);
  return steps > static_cast<std::int64_t>(breaks.size()) ? equal.aligned(breaks) : equal;
}

/// The times on the way at which the torque jumps or has a kink, in its sense.
inline std::vector<double> breaks_between(const Problem<double>& problem, double t0, double duration) {
  auto breaks = problem.breaks(1);
  std::erase_if(breaks, [&](double t) { return !((t - t0) / duration > 0 && (t - t0) / duration < 1); });
  if (duration < 0) std::reverse(breaks.begin(), breaks.end());
  return breaks;
}

/// What runs err by on one body, whose motion is known.
class Judge {
 public:
  Judge(const Problem<double>& problem, reference::Path path, double t0, double duration, bool at_end)
      : problem_(problem),
        path_(std::move(path)),
        t0_(t0),
        duration_(duration),
        breaks_(breaks_between(problem, t0, duration)),
        only_at_end_(at_end) {
    for (int i = 0; i <= 64; ++i)
      kinetic_ = std::max(kinetic_, kinetic_energy(problem, path_.at(t0 + duration * i / 64)));
    if (kinetic_ == 0) kinetic_ = 1;
  }

  /// Runs end with OutOfTime when it has passed.
  void end_by(const Deadline& deadline) { deadline_ = &deadline; }

  const Problem<double>& problem() const { return problem_; }
  const reference::Path& path() const { return path_; }
  double kinetic() const { return kinetic_; }  ///< the largest on the way
  const std::vector<double>& breaks() const { return breaks_; }
  Grid<double> grid(std::int64_t steps) const { return recommending::grid(t0_, duration_, breaks_, steps); }

  /// The run of so many steps from the body's start, computed once.
  Finding find(const ProblemRunner& runner, std::int64_t steps) {
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
  Finding find(const ProblemRunner& runner, const Problem<double>& problem, std::int64_t steps) {
    Finding found;
    const auto run_on = [&](const Grid<double>& grid, const Truth& truth) {
      Compared compared{problem_, truth};
      // A step of a solver that chooses its own may take a tenth of a second: the clock is looked at after each.
      const bool adaptive = runner.info->tolerance > 0;
      const ProblemSampler sampler{adaptive ? 1 : truth.nodes[1], [&](const ProblemSample& s) {
                                     if (deadline_) deadline_->check();
                                     compared.see(s);
                                   }};
      const auto run = runner.run(problem, grid, &sampler);
      found.status = run.status, found.failure = run.failure, found.counters = run.counters;
      include(found.worst, in_radians(problem_, compared.worst));
      return in_radians(problem_, compared.last);
    };
    const auto& truths = truth_of(steps);
    found.at_end = run_on(grid(steps), truths.all);
    if (begins_apart(truths) && found.status == Status::ok) {
      const auto whole = found.counters;
      run_on(beginning(steps), truths.beginning);
      found.counters = whole;
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
  const Truths& truth_of(std::int64_t steps) {
    Truths* truth;
    {
      const std::lock_guard lock(mutex_);
      auto& place = truths_[steps];
      if (!place) place = std::make_unique<Truths>();
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
  const Truth& single_truth(int k) {
    auto& truth = singles_[static_cast<std::size_t>(k)];
    std::call_once(truth.once, [&] { look_up(single_grid(k), truth.all); });
    return truth.all;
  }
  /// The first steps are looked at by themselves where samples miss them, and where they count.
  bool begins_apart(const Truths& truths) const { return truths.all.nodes[1] > 1 && !only_at_end_; }
  Grid<double> beginning(std::int64_t steps) const {
    return grid(steps).part(0, 16);
  }
  void look_up(const Grid<double>& grid, Truth& truth) const {
    const auto steps = grid.steps(), every = only_at_end_ ? steps : (steps + most_samples - 1) / most_samples;
    truth.momentum = path_.momentum(), truth.kinetic = kinetic_;
    for (std::int64_t n = 0;; n = std::min(n + every, steps)) {
      truth.nodes.push_back(n);
      truth.states.push_back(path_.at(grid.time(n)));
      truth.energies.push_back(energy(problem_, truth.states.back()));
      if (n == steps) break;
    }
  }

  Problem<double> problem_;
  reference::Path path_;
  double t0_, duration_;
  std::vector<double> breaks_;
  bool only_at_end_;
  double kinetic_ = 0;
  const Deadline* deadline_ = nullptr;
  std::mutex mutex_;
  std::map<std::int64_t, std::unique_ptr<Truths>> truths_;
  std::map<std::pair<const MethodInfo*, std::int64_t>, Finding> found_;
  std::array<Truths, single_steps> singles_;
};

inline bool passes(const Rating& r) {
  return r.share <= margin;
}

/// All bodies for which a recommendation holds, the one that travels farthest first: it is likely to be the worst.
class Family {
 public:
  /// Moves the start of a body.
  using Moves = std::function<Problem<double>(const Problem<double>&)>;

  void add(std::unique_ptr<Judge> judge) { judges_.push_back(std::move(judge)); }
  void sort() {
    std::stable_sort(judges_.begin(), judges_.end(),
                     [](const auto& a, const auto& b) { return a->path().turns() > b->path().turns(); });
  }
  void end_by(const Deadline& deadline) {
    for (auto& judge : judges_) judge->end_by(deadline);
  }
  const Judge& first() const { return *judges_.front(); }
  std::size_t size() const { return judges_.size(); }
  auto begin() const { return judges_.begin(); }
  auto end() const { return judges_.end(); }

  /// So many steps on one body after the other, until one misses what is asked for.
  Rating rate(const Recommendation& r, const ProblemRunner& runner, std::int64_t steps, const Moves& moved = {}) const {
    Rating rating{steps, first().grid(steps).steps()};
    for (const auto& judge : judges_) {
      const auto found = moved ? judge->find(runner, moved(judge->problem()), steps) : judge->find(runner, steps);
      include(rating.errors, found.worst), include(rating.at_end, found.at_end);
      rating.status = found.status, rating.failure = found.failure;
      if (rating.bodies++ == 0) rating.counters = found.counters;
      rating.share = share(r, rating, *runner.info);
      if (!passes(rating)) break;
    }
    return rating;
  }

 private:
  static double share(const Recommendation& r, const Rating& x, const MethodInfo& method) {
    if (x.status != Status::ok || !resolves(r, x, method)) return INFINITY;
    const auto part = [](const std::optional<double>& allowed, double error) { return allowed ? error / *allowed : 0; };
    return std::max({part(r.requirement.attitude, x.errors.attitude), part(r.requirement.momentum, x.errors.momentum),
                     part(r.requirement.energy, x.errors.energy)});
  }

  std::vector<std::unique_ptr<Judge>> judges_;
};

}  // namespace polhode::recommending
