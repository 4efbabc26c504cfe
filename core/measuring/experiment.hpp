// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/judging/claims.hpp"
#include "core/judging/fit.hpp"
#include "core/judging/norms.hpp"
#include "core/stepping/integrate.hpp"
#include "core/stepping/problem.hpp"
#include "core/system/progress.hpp"

/// What an experiment asks for, as a value, and what it finds, as a value. Nothing here runs anything.
namespace polhode {

/// Some methods on one problem over [t0, t0 + duration].
struct Race {
  const ProblemInfo* info;
  AnyProblem<double> problem;
  std::vector<const MethodInfo*> methods;
  double duration;
  double t0 = 0;
};

/// What a history records at every step.
enum class Quantity {
  energy_error,            ///< H - H0
  relative_energy_error,   ///< H/H0 - 1, and the angular velocity's length
  angular_velocity,        ///< of the body; in space for directors
  gravity_direction,       ///< R^T e3
  body_momentum,           ///< Pi
  momentum_norm,           ///< |Pi|, as a share of that of the problem's start
  interval_momentum,       ///< of staggered methods, at the middle of the step, as those below
  interval_momentum_norm,  ///< as a share of |Pi| of the problem's start
  interval_energy,         ///< as a share of the energy of the problem's start
  difference_momentum,     ///< of a director: third component of I d_m x (d_{n+1} - d_n) / h, d_m the mean
  average_momentum,        ///< third component of I L_{1/2} (Omega_n + Omega_{n+1}) / 2, L the frame carried along
  written_momentum         ///< third component of I L_{1/2} Omega_{n+1}
};

/// Panel: error against the step, in one or two norms.
struct Convergence {
  std::string title;
  Race race;
  std::vector<std::int64_t> ladder;
  std::vector<Norm> norms;
};

/// Panel: error against measured time and against counted work, over a ladder of step counts.
struct Work {
  std::string title;
  Race race;
  std::vector<std::int64_t> ladder;
  Norm norm;
};

/// Panel: the time of a step as a share of that of the cheapest baseline, and the error, over a ladder of step counts.
struct Cost {
  std::string title;
  Race race;
  std::vector<std::int64_t> ladder;
  Norm norm;
  std::vector<const MethodInfo*> baselines;  ///< of the race's methods
};

/// Chaotic runs are judged on the median over this many starts, whose first momentum component is 1 + j 1e-14 times the
/// given one.
inline constexpr int ensemble_size = 16;

/// Panel: the energy error against time, from one start or from an ensemble.
struct Drift {
  std::string title;
  Race race;
  std::int64_t steps;
  int starts = 1;
  Quantity quantity = Quantity::energy_error;
};

/// Against time; against each other on the unit sphere, as lines; in space, as points.
enum class View { components, sphere, space };

/// Panel: up to three components.
struct Trajectory {
  std::string title;
  Race race;
  std::int64_t steps;
  Quantity quantity;
  View view = View::components;
  int starts = 1;
  /// In space: only what is this near to the first point is drawn.
  double close_up = std::numeric_limits<double>::infinity();
};

/// Panel: the mean energy error |H - H0| over all steps, against a parameter of the problem.
struct Sweep {
  std::string title;
  std::string parameter;  ///< its name
  std::vector<double> values;
  std::function<Race(double)> race;
  std::int64_t steps;
};

/// Panel: the error of one step, the mean of its logarithm over several starts, as a picture over two parameters of the
/// problem.
struct Map {
  std::string title;
  std::string x, y;  ///< names of the parameters
  std::vector<std::pair<double, double>> points;
  /// The starts at a point, all of the same methods; the duration of a race is the step.
  std::function<std::vector<Race>(double x, double y)> races;
};

using Panel = std::variant<Convergence, Work, Cost, Drift, Trajectory, Sweep, Map>;

/// Columns of equal length; the first is the abscissa.
struct Curve {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  std::string why = {};  ///< it ends where it does, if the method itself cannot say

  const std::vector<double>& operator[](const std::string& name) const;
};

/// Below its floor an error is that of the reference or of rounding.
struct Error {
  Norm norm;
  double value, floor;
};

/// One run of a ladder. A point that failed has a status and a reason and no errors.
struct Point {
  std::int64_t steps;
  double h;
  Status status = Status::ok;
  std::string reason;
  std::vector<Error> errors;
  bool chaotic = false;  ///< a start moved by 1e-14 ends elsewhere: errors are medians over 16 starts
  Tally tally;
  std::int64_t operations = 0;  ///< counted work, see Counting
  std::vector<double> seconds;  ///< repetitions of the whole run; only timed panels

  double error() const;           ///< the first error, NaN for a failed point
  double error(Norm norm) const;  ///< NaN for a failed point
  double fastest() const;         ///< the minimum of seconds
};

struct Series {
  const MethodInfo* method;
  std::vector<Point> points;                    ///< Convergence, Work, Cost
  std::vector<std::pair<Norm, OrderFit>> fits;  ///< Convergence, Work, Cost
  std::vector<Curve> histories;                 ///< Drift, Trajectory: one per start; Sweep, Map: one
  Status status = Status::ok;                   ///< of the histories
  std::string reason;

  /// The shortest time in which the series reaches an error of at most `target`, interpolated in the logarithms
  /// between neighbouring rungs; infinite if it does not.
  double time_to(double target) const;
  /// The point with this number of steps.
  const Point& at(std::int64_t steps) const;
  /// The order that the last halving of the step shows: from steps / 2 to `steps`.
  double halving_order(Norm norm, std::int64_t steps) const;
};

// Numbers of histories.
double largest(const std::vector<double>& x);  ///< max |x|
double mean(const std::vector<double>& x);
/// |slope of the line fitted to x(t)| times the length of t, divided by max |x|: 1 is pure drift, 0 is none.
double drift_share(const std::vector<double>& t, const std::vector<double>& x);
/// For an even number of starts the mean of the two in the middle.
double median(std::vector<double> x);
/// number(history) for every start of a series.
std::vector<double> over_starts(const Series& series, const std::function<double(const Curve&)>& number);

struct ReferenceInfo {
  std::string kind;  ///< exact or converged
  double error_estimate;
};

struct PanelData {
  ReferenceInfo reference;
  std::vector<Series> series;

  const Series& of(const MethodInfo& method) const;
};

/// All panels of an experiment, in order.
using Data = std::vector<PanelData>;

/// How the numbers of one claim follow from the data. The tests are in results/claims.json.
struct ClaimNumbers {
  std::string claim;
  std::function<Numbers(const Data&)> compute;
};

/// An experiment is a value: panels, and the numbers of its claims.
struct Experiment {
  std::string id;
  std::string title;   ///< of the picture
  std::string source;  ///< paper and figure
  std::vector<Panel> panels;
  std::vector<ClaimNumbers> claims;
  /// Papers whose claims the experiment judges; empty: all that name it as their figure.
  std::vector<std::string> papers;
};

/// What runs the races: it knows rosters and references, the report does not.
struct Arena {
  /// One counted run of `steps` steps: errors in each norm, tally, operations.
  std::function<Point(const Race&, const MethodInfo&, std::int64_t steps, const std::vector<Norm>&)> run;
  /// Seconds of one bare run, repeated until the clock can tell.
  std::function<double(const Race&, const MethodInfo&, std::int64_t steps)> time;
  std::function<ReferenceInfo(const Race&)> reference;
  /// A run that records `quantity` at every step from the j-th start: columns t and then the values. The curve ends
  /// where the run did.
  std::function<std::pair<Curve, Status>(const Race&, const MethodInfo&, std::int64_t steps, Quantity, int j)> history;
  /// Errors of all methods of a race after one step: the larger of those in |Pi|/|Pi0| and of the attitude.
  std::function<std::vector<double>(const Race&)> step_errors;
};

/// Runs of one method that a panel is about to make, and the seconds that they may take on one core: steps times what a
/// step costs. Reference states come on top.
struct PlannedCase {
  std::string panel;
  std::string method;
  std::int64_t steps, runs;
  double seconds;
};
std::vector<PlannedCase> plan(const Experiment& experiment, const Arena& arena, bool timed);

/// The same experiment with some of its contestants only: another one, with an id of its own, that judges no claim.
/// Panels without contestants are left out.
Experiment restricted(const Experiment& experiment, const std::string& how,
                      const std::function<bool(const MethodInfo&)>& accepts);
/// What was measured up to a limit: the same experiment without its claims, under another id.
Experiment without_claims(const Experiment& experiment, const std::string& how);
/// Whether anything was skipped for want of time.
bool ran_out_of_time(const Data& data);
inline constexpr std::string_view time_limit = "time limit";  ///< begins the reason of what was skipped so

/// Measures all panels: accuracy on all cores, then, if asked, timings alone and interleaved. What ladders and maps
/// have found is kept in `resume`, if given, by the hash of what defines it, and taken up again by a later call.
Data measure(const Experiment& experiment, const Arena& arena, bool timed, const ResumeFile& resume);

}  // namespace polhode
