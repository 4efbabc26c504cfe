// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "core/reference/path.hpp"
#include "core/system/stopwatch.hpp"
#include "experiments/judging/ensemble.hpp"
#include "experiments/judging/recommend.hpp"
#include "methods/runners.hpp"

/// Errors of runs, on one body and on all bodies of a family.
namespace polhode::recommending {

inline constexpr std::int64_t most_steps = std::int64_t(1) << 26;

/// Whether a run follows the motion at all: energy can be kept by steps over whole turns.
bool resolves(const Recommendation& r, const Rating& x, const MethodInfo& method);

/// Runs `work` with a method. Returns the reason of a failure if the method is from outside and threw; else nothing.
std::optional<std::string> failure_of(const MethodInfo& method, const std::function<void()>& work);

/// The end of a search: after this many seconds of the processor, all threads together, or four times as many of the
/// clock, whichever comes first.
class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds), used_(used()), ask_at_(seconds / processors_) {}

  bool passed() const {
    const double by_clock = watch_.seconds();
    if (by_clock < ask_at_.load(std::memory_order_relaxed)) return false;
    // The processors' own time is asked of the system, and again when they can have used what is left of it.
    constexpr double briefly = 1e-3;
    const double left = this->left();
    if (left < 0 || by_clock > 4 * seconds_) return true;
    ask_at_.store(std::min(by_clock + std::max(left / processors_, briefly), 4 * seconds_), std::memory_order_relaxed);
    return false;
  }
  void check() const {
    if (passed()) throw TimeLimit::Passed();
  }
  double left() const { return seconds_ - (used() - used_); }  ///< of the processor

 private:
  static double used() { return time_of(CLOCK_PROCESS_CPUTIME_ID); }

  double processors_ = std::max(1u, std::thread::hardware_concurrency()), seconds_, used_;
  mutable std::atomic<double> ask_at_;  ///< seconds by the clock
  Stopwatch watch_;
};

/// Data of runs of this number of steps, shared by all methods.
struct SharedTruth : Truth {
  std::once_flag once;
};

/// See Recommendation::grid; `most`: the largest number of breaks of a body of the family.
Grid<double> grid(double t0, double duration, const std::vector<double>& breaks, std::size_t most, std::int64_t steps);
/// The times on the way at which a derivative of the torque up to an order jumps, in its sense: see
/// TorquedBody::breaks.
std::vector<double> breaks_between(const Problem<double>& problem, double t0, double duration, int order = kinks);

/// Errors of runs on one body, whose motion is known.
class Judge {
 public:
  Judge(const Problem<double>& problem, reference::Path path, double t0, double duration, bool at_end);

  /// When it has passed, runs end with TimeLimit::Passed.
  void end_by(const Deadline& deadline) { deadline_ = &deadline; }

  const Problem<double>& problem() const { return problem_; }
  const reference::Path& path() const { return path_; }
  double kinetic() const { return kinetic_ > 0 ? kinetic_ : 1; }
  const std::vector<double>& breaks() const { return breaks_; }
  /// Whether steps that end at knots end elsewhere than those that end at kinks.
  bool has_knots() const {
    return breaks_between(problem_, t0_, duration_, knots) != breaks_between(problem_, t0_, duration_);
  }
  /// Steps end at breaks if they are more than this.
  void align_above(std::size_t most) { most_ = most; }
  /// Runs end steps at the breaks of this order from now on. Nothing may run.
  void end_steps_at(int order) {
    breaks_ = breaks_between(problem_, t0_, duration_, order);
    truths_.clear(), found_.clear(), looked_up_.clear();
  }
  Grid<double> grid(std::int64_t steps) const { return recommending::grid(t0_, duration_, breaks_, most_, steps); }

  /// Looks up the motion at the nodes of so many steps, so that their first run is charged with its own time only.
  void look_up(std::int64_t steps) { truth_of(steps); }
  /// The status, errors and counters of the run of this number of steps from the body's start, computed once.
  Rating find(const ProblemRunner& runner, std::int64_t steps);
  /// The run from a moved start. One step of an exact motion must hold for any time: it is taken to several.
  Rating find(const ProblemRunner& runner, const Problem<double>& problem, std::int64_t steps);

 private:
  /// The reference for this number of steps, or -k: for one step to the k-th of the times of single steps. Computed
  /// once, on first use, and forgotten after many others.
  std::shared_ptr<const Truth> truth_of(std::int64_t steps);
  Grid<double> grid_of(std::int64_t steps) const {
    const auto share = -static_cast<double>(steps);
    return steps > 0 ? grid(steps) : Grid<double>::of_duration(t0_, duration_ * share / single_steps, 1);
  }

  Problem<double> problem_;
  reference::Path path_;
  double t0_, duration_;
  std::vector<double> breaks_;
  std::size_t most_ = breaks_.size();
  bool only_at_end_;
  double momentum_, kinetic_;  ///< the largest of the motion
  const Deadline* deadline_ = nullptr;
  std::mutex mutex_;
  std::map<std::int64_t, std::shared_ptr<SharedTruth>> truths_;
  std::deque<std::int64_t> looked_up_;  ///< the steps of `truths_`, the oldest first
  std::map<std::pair<const MethodInfo*, std::int64_t>, Rating> found_;
};

inline bool passes(const Rating& r) {
  return r.share <= margin;
}

/// All bodies for which a recommendation holds, the one that travels farthest first: it is likely to be the worst.
class Family {
 public:
  /// Moves the start of a body.
  using Moves = std::function<Problem<double>(const Problem<double>&)>;

  explicit Family(std::vector<std::unique_ptr<Judge>> judges) : judges_(std::move(judges)) {
    std::ranges::stable_sort(judges_, std::greater(), [](const auto& judge) { return judge->path().turns(); });
    align_alike();
  }
  void end_by(const Deadline& deadline) {
    for (auto& judge : judges_) judge->end_by(deadline);
  }
  void look_up(std::int64_t steps) const {
    for (const auto& judge : judges_) judge->look_up(steps);
  }
  /// See Judge.
  void end_steps_at(int order) {
    for (auto& judge : judges_) judge->end_steps_at(order);
    align_alike();
  }
  /// The largest number of breaks of a body.
  std::size_t most_breaks() const {
    std::size_t most = 0;
    for (const auto& judge : judges_) most = std::max(most, judge->breaks().size());
    return most;
  }
  bool has_knots() const {
    return std::ranges::any_of(judges_, [](const auto& judge) { return judge->has_knots(); });
  }
  /// Whether a body has breaks at other times than the first.
  bool breaks_differ() const {
    return std::ranges::any_of(judges_, [&](const auto& judge) { return judge->breaks() != first().breaks(); });
  }
  const Judge& first() const { return *judges_.front(); }
  std::size_t size() const { return judges_.size(); }
  auto begin() const { return judges_.begin(); }
  auto end() const { return judges_.end(); }

  /// Runs this number of steps on one body after the other, until one misses the target.
  Rating rate(const Recommendation& r, const ProblemRunner& runner, std::int64_t steps, const Moves& moved = {}) const;

 private:
  /// Steps end at the breaks of all bodies or of none, because a run is reported once.
  void align_alike() {
    for (auto& judge : judges_) judge->align_above(most_breaks());
  }

  std::vector<std::unique_ptr<Judge>> judges_;
};

// Steps that meet the target, their costs, and the recommended one.

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
