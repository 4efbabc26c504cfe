// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/judging/claims.hpp"
#include "core/judging/fit.hpp"
#include "core/measuring/quantities.hpp"
#include "core/problem/norms.hpp"
#include "core/problem/problem.hpp"
#include "core/stepping/integrate.hpp"
#include "core/stepping/problem_info.hpp"
#include "core/system/progress.hpp"

/// Runs and their results, as data. Nothing here runs anything.
namespace polhode {

std::string_view name(Status status);
inline constexpr std::string_view time_limit = "time limit";  ///< the reason of late runs

/// Some methods on one problem over [t0, t0 + duration].
struct Comparison {
  const ProblemInfo* info;
  Problem<double> problem;
  std::vector<const MethodInfo*> methods;
  double duration;
  double t0 = 0;
};

/// Chaotic runs are judged on the median over this many starts, whose first momentum component is 1 + j 1e-14 times the
/// given one.
inline constexpr int ensemble_size = 16;

/// Columns of equal length; the first is the abscissa.
struct Curve {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;

  const std::vector<double>& operator[](const std::string& name) const;
};

/// A run seen at its nodes. One that failed or was skipped has a reason; its curve ends early.
struct History {
  Curve curve;
  Status status = Status::ok;
  std::string reason;
  bool late = false;  ///< cut at its time limit
};

/// An error. Below its floor the reference or rounding dominates it.
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
  bool late = false;  ///< skipped at its time limit
  std::vector<Error> errors;
  bool chaotic = false;  ///< a start moved by 1e-14 ends elsewhere: errors are medians over 16 starts
  Counters counters;
  std::int64_t operations = 0;  ///< counted work, see Wide
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
  bool late = false;  ///< cut at its time limit

  /// The shortest time in which the series reaches an error of at most `target`, interpolated in the logarithms
  /// between neighbouring step counts; infinite if it does not.
  double time_to(double target) const;
  /// The point with this number of steps.
  const Point& at(std::int64_t steps) const;
  /// The order from the last halving of the step: from steps / 2 to `steps`.
  double halving_order(Norm norm, std::int64_t steps) const;
};

// Numbers of histories.
double largest(const std::vector<double>& x);  ///< max |x|
double mean(const std::vector<double>& x);
/// |slope of the line fitted to x(t)| times the length of t, divided by max |x|: 1 is pure drift, 0 is none.
double drift_share(const std::vector<double>& t, const std::vector<double>& x);
/// The median; for an even number of starts, the mean of the middle two.
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

  std::vector<std::pair<std::string, Numbers>> numbers = {};  ///< Measurements: by claim

  const Series& of(const MethodInfo& method) const;
  const Curve& history() const {
    return series.front().histories.front();
  }  ///< of the first series, from the first start
};

/// Runs the comparisons: it knows rosters and references, the report does not.
struct ComparisonRunner {
  /// One counted run of `steps` steps: errors in each norm, counters, operations.
  std::function<Point(const Comparison&, const MethodInfo&, std::int64_t steps, const std::vector<Norm>&)> run;
  /// Seconds of one bare run, repeated until the clock can tell.
  std::function<double(const Comparison&, const MethodInfo&, std::int64_t steps)> time;
  std::function<ReferenceInfo(const Comparison&)> reference;
  /// A run that records `quantity` at every step from the j-th start: columns t and then the values. The curve ends
  /// where the run did.
  std::function<History(const Comparison&, const MethodInfo&, std::int64_t steps, Quantity, int j)> history;
  /// Errors of all methods of a comparison after one step: the larger of those in |Pi|/|Pi0| and of the attitude.
  std::function<std::vector<double>(const Comparison&)> step_errors;
};

/// All panels of an experiment, in order.
using Data = std::vector<PanelData>;

/// Computes the numbers of one claim from the data. The tests are in results/claims.json.
struct ClaimNumbers {
  std::string claim;
  std::function<Numbers(const Data&)> compute;

  /// Numbers as f(data), or as f() if no panel shows them.
  ClaimNumbers(std::string id, const auto& f)
      : claim(std::move(id)), compute([f](const Data& data) -> Numbers {
          if constexpr (requires { f(data); })
            return f(data);
          else
            return f();
        }) {}
  /// A single number.
  ClaimNumbers(std::string id, const char* name, const auto& f)
      : ClaimNumbers(std::move(id), [name, f](const Data& data) -> Numbers {
          if constexpr (requires { f(data); })
            return {{name, f(data)}};
          else
            return {{name, f()}};
        }) {}
};

/// The means by which a panel measures.
struct Measuring {
  std::string label;  ///< of the progress line
  const ComparisonRunner& runner;
  bool timed;
};

}  // namespace polhode
