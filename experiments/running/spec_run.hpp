// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/io/row.hpp"
#include "core/io/spec.hpp"
#include "core/stepping/integrate.hpp"
#include "core/system/progress.hpp"

/// A run of a spec, as a value. States are JSON, in the axes and units of the spec (core/io/state_json.hpp).
namespace polhode {

/// Receives every row of a trajectory, in time. It may throw to end the run.
using SeeRow = std::function<void(const TrajectoryRow& row)>;

/// The largest errors of interpolation between nodes: attitude in radians, momentum relative to its length.
struct InterpolationError {
  double attitude = 0, momentum = 0;
};
/// The origin of rows between nodes: interpolation, or the method itself.
struct RowsBetween {
  bool by_interpolation;
  std::optional<InterpolationError> error;
};

/// Results of a run under a prescribed rate, besides its end.
struct RateRun {
  /// The drift of the method in coning, in radians per unit of time, to 20 digits; and relative to the cone's turn.
  struct Coning {
    std::string drift;
    double share;
  };
  /// The contribution of the gyro's own errors, and the error of the method without them, in radians.
  struct Gyro {
    double noise_floor, algorithm_error;
  };
  /// The error against known attitudes, in radians.
  struct Known {
    int rows = 0;
    double final_error = 0, largest_error = 0;
  };
  std::int64_t updates = 0;
  std::optional<double> norm;  ///< of the quaternion at the end, before it is normalised
  std::optional<Coning> coning;
  std::optional<Gyro> gyro;
  std::optional<Known> truth;
};

struct SpecRun : Echoed {
  std::string method;
  Status status = Status::skipped;
  std::string reason;  ///< where it is not ok
  std::int64_t steps = 0;
  std::vector<double> h;                                          ///< one, or a cycle
  nlohmann::ordered_json body, free_motion, start_momentum, end;  ///< each null where there is none
  std::optional<RowsBetween> between;
  bool has_rows = false;  ///< a trajectory was asked for
  std::optional<Counters> counters;
  std::optional<RateRun> rate;
};

/// A row before conversion to JSON.
struct SeenState {
  std::int64_t n;
  double t;
  const State<double>& state;
  int event;  ///< where events are asked for
};

/// Runs a spec with method, step and number of steps. Throws UserError if one of them is missing, and as soon as it is
/// seen to take more than `limit` seconds (Forecast).
SpecRun run_spec(const Spec<double>& spec, const SeeRow& see, double limit = usual_run_limit);
/// Runs a spec with an observer of the rows' states, without the free motion, which takes longer than a run. The rows
/// are at `rows_at` if it is not empty: nodes of the spec's grid, at which steps that end at breaks end, too.
SpecRun follow_spec(const Spec<double>& spec, const std::function<void(const SeenState& row)>& see,
                    double limit = usual_run_limit, const std::vector<double>& rows_at = {});

}  // namespace polhode
