// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/report/claims.hpp"
#include "core/report/fit.hpp"
#include "core/report/norms.hpp"
#include "core/stepping/integrate.hpp"
#include "core/stepping/problem.hpp"

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

/// Panel: error against measured time and against counted work, over a ladder of step counts.
struct Work {
  std::string title;
  Race race;
  std::vector<std::int64_t> ladder;
  Norm norm;
};

using Panel = std::variant<Work>;

/// One run of a ladder. A point that failed has a status and a reason and no errors.
struct Point {
  std::int64_t steps;
  double h;
  Status status = Status::ok;
  std::string reason;
  std::vector<std::pair<Norm, double>> errors;
  double floor = 0;  ///< below it an error is that of the reference or of rounding
  Tally tally;
  std::int64_t operations = 0;  ///< counted work, see Counting
  std::vector<double> seconds;  ///< repetitions of the whole run; only timed panels

  double error() const;    ///< the first error, NaN for a failed point
  double fastest() const;  ///< the minimum of seconds
};

struct Series {
  const MethodInfo* method;
  std::vector<Point> points;
  std::optional<OrderFit> fit;

  /// The shortest time in which the series reaches an error of at most `target`, interpolated in the logarithms
  /// between neighbouring rungs; infinite if it does not.
  double time_to(double target) const;
};

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
};

/// What runs the races: it knows rosters and references, the report does not.
struct Arena {
  /// One counted run of `steps` steps: errors in each norm, tally, operations.
  std::function<Point(const Race&, const MethodInfo&, std::int64_t steps, const std::vector<Norm>&)> run;
  /// Seconds of one bare run, repeated until the clock can tell.
  std::function<double(const Race&, const MethodInfo&, std::int64_t steps)> time;
  std::function<ReferenceInfo(const Race&)> reference;
};

/// Measures all panels: accuracy on all cores, then, if asked, timings alone and interleaved.
Data measure(const Experiment& experiment, const Arena& arena, bool timed);

}  // namespace polhode
