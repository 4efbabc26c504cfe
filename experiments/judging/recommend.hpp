// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/io/spec.hpp"
#include "core/measuring/comparison.hpp"
#include "core/stepping/grid.hpp"
#include "experiments/judging/truth.hpp"
#include "experiments/running/method_filter.hpp"

/// The method and the step that a user's body needs for a requested accuracy.
namespace polhode {

class Variations;

using signals::kinks, signals::knots;  // orders of breaks at which steps end, see TorquedBody::breaks

/// Steps per unit of time, fixed by real time.
struct Rate {
  double value;
  bool hertz = false;  ///< per second, whatever the spec's unit of time is
};

/// The default processor time, in seconds, of the search for a step for each body of a family; the reference may take
/// twice as many.
inline constexpr double usual_search_limit = 10;

struct Requirement {
  std::optional<double> attitude, momentum, energy;
  std::optional<double> time;  ///< the horizon, else that of the spec
  double seconds = usual_search_limit;
  double torque_seconds = 0;   ///< that an evaluation of the torque costs beyond ours
  bool at_end = false;         ///< errors count at the end only
  bool reimplemented = false;  ///< rank the restated updates of physics engines, too
  std::optional<Rate> rate;    ///< the step is this one; no target is needed
  /// Requests distributions over time, to this standard error, in place of a motion.
  std::optional<double> standard_error;
  std::optional<double> spread;  ///< of the starts, see EnsembleOptions; else `usual_spread`, 0 where a torque is noise
  MethodFilter among = {};       ///< the methods that are tried

  /// Whether there is a target for errors of one motion.
  bool has_target() const { return attitude || momentum || energy; }
  /// Errors are shown of the momentum where it alone is asked for.
  bool shows_momentum() const { return momentum && !attitude; }
  double shown(const Errors& e) const { return shows_momentum() ? e.momentum : e.attitude; }
  /// The largest error relative to its target.
  double share(const Errors& e) const {
    const auto part = [](const std::optional<double>& allowed, double error) { return allowed ? error / *allowed : 0; };
    return std::max({part(attitude, e.attitude), part(momentum, e.momentum), part(energy, e.energy)});
  }
};

/// The error of a step that meets the target is at most this share of the target, at itself and at some smaller steps
/// next to it; for the recommended step, at all smaller ones that are tried, down to half of it.
inline constexpr double margin = 0.9;
/// One step of an exact motion is tried to this number of times of the horizon.
inline constexpr int single_steps = 32;
/// With a given step and no target, errors within this factor of the least are equally good: the cheapest counts.
inline constexpr double as_good = 10;
inline constexpr double next_to_rounding = 1e-12;  ///< radians: as good as any
/// Methods that need more than this multiple of the cheapest one's time are not followed to the end.
inline constexpr double hopeless = 10;

/// One method with one number of steps over the horizon; for a family, the worst of all bodies that were tried.
struct Rating {
  std::int64_t steps = 0;  ///< asked for, see Recommendation::grid
  std::int64_t taken = steps;
  Status status = Status::ok;
  Failure failure = Failure::none;  ///< where it is not_converged
  Errors errors{}, at_end{};
  std::int64_t compared = 0;  ///< ends of steps, see compared_nodes
  double share = 0;           ///< the largest error as a share of what is allowed
  Counters counters;
  double seconds_per_step = 0;  ///< with these steps, of solvers that choose their own within each; 0: of the candidate
  std::size_t bodies = 0;       ///< tried: none after the first that misses
  bool front = false;           ///< no other is better in attitude (momentum, if that alone is asked), energy and cost
};

/// An exact motion cut into many steps: all rounding that the motion multiplies adds up.
struct ManySteps {
  std::int64_t up_to = 1;      ///< all numbers of steps that were tried, up to this one, meet the target
  std::optional<Rating> next;  ///< the first that does not
};

/// Undecided methods are those that the time limit ends.
enum class Outcome { meets, hopeless, misses, fails, chaotic, undecided };

struct Candidate {
  const MethodInfo* method;
  std::vector<Rating> ratings;  ///< by number of steps
  Outcome outcome = Outcome::misses;
  std::string reason;                 ///< where it does not meet the target
  std::optional<std::size_t> chosen;  ///< index of the largest step that meets it
  int neighbours = 0;                 ///< smaller steps that were tried and found good, if it is the recommended one
  std::int64_t neighbours_to = 0;     ///< the largest number of them
  std::optional<ManySteps> many;      ///< if one step of it is recommended
  double seconds_per_step = 0;        ///< of processor time; of the chosen step, if it is `timed`
  std::vector<double> rounds;         ///< seconds per step of every round of the interleaved timing; empty: estimated
  int ends_at = kinks;                ///< the breaks at which its steps end

  /// It meets the target with this number of steps, which is among its ratings.
  void choose(std::int64_t steps) {
    outcome = Outcome::meets, reason.clear();
    chosen = static_cast<std::size_t>(std::ranges::find(ratings, steps, &Rating::steps) - ratings.begin());
  }
  const Rating& rating() const { return ratings[*chosen]; }
  /// It does not meet the target.
  void drop(Outcome as, std::string why) { outcome = as, reason = std::move(why), chosen.reset(); }

  /// Seconds per unit of time.
  double cost(const Rating& r, double duration) const {
    const bool is_chosen = chosen && rating().steps == r.steps;
    const double per_step = r.seconds_per_step > 0 && !is_chosen ? r.seconds_per_step : seconds_per_step;
    return per_step * double(r.taken) / std::abs(duration);
  }
};

/// The default spread of the starts of an ensemble.
inline constexpr double usual_spread = 0.01;

/// The cheapest way to distributions over time. Means and standard deviations of the energy are relative to the
/// `kinetic` energy, those of angular velocity and spatial momentum to their size. Those of the attitude's matrix and
/// of short-axis rotation are numbers, and the spread of the attitude is in radians.
struct Statistics {
  double standard_error;  ///< of each of them, at each of `rows` times, with so many members
  double spread;          ///< of the starts
  std::int64_t members = 0;
  const MethodInfo* method = nullptr;
  std::int64_t steps = 0, taken = 0;  ///< see Recommendation::grid
  int ends_at = kinks;                ///< see Candidate
  bool aligns = false;                ///< its steps end at breaks, so the spec has to say so
  /// The largest bias of the method in all of them, with 97.5 % certainty each, by this number of pairs of members; 0
  /// for the reference.
  double bias = 0;
  std::int64_t pairs = 0;
  double seconds = 0;  ///< of the processor, for all members
  double kinetic = 1;
  int rows = 0;
  std::string reference;  ///< method whose members they are paired with
  std::int64_t reference_steps = 0;
  std::size_t tried = 0;  ///< methods with steps that cost no more
  bool searched = true;   ///< else the time limit has ended the search: it is the reference
};

/// The change of the energy over the motion, and the work of the torques without a potential.
struct EnergyBalance {
  double change, work;
};

struct Recommendation : Echoed {
  Requirement requirement;
  double t0, duration;
  std::string problem;     ///< its kind: free body, body with torque, director
  std::size_t bodies = 1;  ///< of the family for all of which it holds: that of the spec, and samples of "vary"
  ReferenceInfo reference;
  double features_longer_than = 0;  ///< the reference has seen, in torques that are known by asking only; else 0
  Errors reference_error, moved;  ///< `moved`: by how much a state moved by 1e-14, somewhere on the way, moves the rest
  bool chaotic;                   ///< the motion multiplies small differences far more than a regular one does
  std::optional<double> lyapunov_time;   ///< in which small differences grow by a factor e, where they do
  std::optional<Statistics> statistics;  ///< where a standard error is asked for
  double longest;                ///< the time over which rounding that the motion multiplies stays within the target
  double radians;                ///< travelled, about; of a family, the most
  std::optional<double> period;  ///< seconds of real time that a step may take, where the rate says
  std::optional<EnergyBalance> balance;  ///< where the energy is not kept
  std::vector<double> breaks;            ///< times on the way at which steps of the best candidate end, in its sense
  bool breaks_differ = false;            ///< those of one body of a family; steps of others end at their own
  std::size_t most_breaks = 0;           ///< of one body: if steps are not more, they end at no breaks of any
  std::int64_t least_steps;              ///< fewer count only if they follow the attitude, if that is not asked for
  std::vector<Candidate> candidates;
  std::size_t left_out = 0;  ///< restated updates of physics engines
  std::optional<std::size_t> best;
  bool tied = false;      ///< `best` costs more than the cheapest, by less than what timing can tell
  bool by_exact = false;  ///< `best` is the exact motion in one step, whatever another single step costs

  /// This number of equal steps; with more than `most_breaks`, each interval between breaks in equal steps that are not
  /// longer.
  Grid<double> grid(std::int64_t steps) const;
  /// Whether this number of steps end at breaks.
  bool aligns(std::int64_t steps) const { return most_breaks > 0 && steps > static_cast<std::int64_t>(most_breaks); }

  const Candidate& choice() const { return candidates[*best]; }
  double cost_of(std::size_t i) const { return candidates[i].cost(candidates[i].rating(), duration); }
  /// The number of candidates that the time limit has ended: a cheaper one may be among them.
  std::size_t undecided() const {
    return static_cast<std::size_t>(std::ranges::count(candidates, Outcome::undecided, &Candidate::outcome));
  }
  /// Candidates that meet the target, the cheapest first.
  std::vector<std::size_t> ranking() const;
};

/// Smaller differences of costs are ignored, because timing cannot resolve them.
inline constexpr double same_cost = 1.03;

/// "0.1deg" in radians; a number without a unit is in radians. Throws UserError.
double angle_of(const std::string& text);
/// "1000Hz" or "2kHz", steps per second; "50", steps per unit of time. Throws UserError.
Rate rate_of(const std::string& text);
/// Throws UserError for a value out of range, and for options that exclude each other.
void check_requirement(const Requirement& requirement);

/// Runs every method that supports the spec's body, in double, against the motion of the spec in all its digits; with
/// "vary", on all bodies of the family. `spec` is the first body's. Requirements differ only in their targets: motions
/// and runs are computed once. Throws UserError if the horizon or the request is missing, and if no reference is certain
/// enough.
std::vector<Recommendation> recommend_each(const Variations& bodies, const Spec<double>& spec,
                                           const std::vector<Requirement>& requirements);
/// For one requirement, without files.
Recommendation recommend(const nlohmann::json& spec, const Requirement& requirement);

std::string_view name(Outcome outcome);

}  // namespace polhode
