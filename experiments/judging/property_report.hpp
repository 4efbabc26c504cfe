// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/geometry/scalar.hpp"
#include "core/judging/defects.hpp"
#include "core/judging/fit.hpp"
#include "core/judging/growth.hpp"
#include "core/problem/problem.hpp"
#include "core/stepping/integrate.hpp"

/// The measured properties of a method, beside the declared ones. Measured on the test bodies
/// (problems/test_problems.hpp).
namespace polhode {

struct UpdateInfo;

/// An invariant whose relative error stays below this over the long run is kept: rounding of 100000 steps adds up to
/// 5e-11, and the truncation error of a method that does not keep it is not below 1e-8.
inline constexpr double kept_below = 1e-9;

/// The numbers of the measurements of a method, those of its widest runner (an engine may compute in floats): their
/// rounding unit, and the thresholds that follow from it.
struct Precision {
  double unit;
  double order;  ///< below it an error is rounding
  Threshold symmetric, symplectic;
  std::string_view name;  ///< in property reports

  /// Rounding of this number of independent steps: up to 25 units a step.
  double walk(std::int64_t steps) const { return 25 * unit * std::sqrt(static_cast<double>(steps)); }
  /// Rounding of this number of steps, added up.
  double kept(std::int64_t steps) const { return std::max(kept_below, unit * static_cast<double>(steps)); }
};
inline const Precision quad_precision{0x1p-113, 1e-31, symmetric_in_113_bits, symplectic_in_113_bits, "113 bits"},
    double_precision{0x1p-53, 1e-14, symmetric_in_double, symplectic_by_differences(0x1p-53), "double"},
    single_precision{0x1p-24, 1e-6, symmetric_in_floats, symplectic_by_differences(0x1p-24), "single"};

/// A method of the tree in floats (methods/in_scalar.hpp).
bool in_floats(const MethodInfo& method);
/// An engine whose step depends on earlier steps.
bool has_history(const MethodInfo& method);
/// The reason why a fit has no order: too few steps were completed, or showed more than rounding.
std::string_view no_fit(const OrderFit& fit);

/// Above this order, errors in 113 bits reach rounding before they show it; tests in 50 digits do.
inline constexpr int measurable = 10;
/// Bodies for measurements of growth: another momentum and attitude of the same size each.
inline constexpr int bodies_of_growth = 3;

/// The conserved quantities of a motion without torque. Under a force, the momentum across it.
enum class Invariant { spatial_momentum, momentum_without_force, energy };
constexpr std::string_view text(Invariant invariant) {
  return invariant == Invariant::energy             ? "energy"
         : invariant == Invariant::spatial_momentum ? "spatial momentum"
                                                    : "momentum without force";
}

/// An invariant of a motion along a run of a method.
struct Conservation {
  std::string body;
  Invariant quantity;
  Status status = Status::ok;  ///< the run may end before its time
  Growth growth;
  double kept = kept_below;
  /// Energies that are not kept: on several bodies until two disagree, over as many steps if all drift beyond doubt,
  /// else over up to ten times as many.
  std::optional<Spread> spread;

  bool is_kept() const { return growth.largest < kept; }
  Trend trend() const;  ///< of what is not kept
  /// "kept" or its trend, "superlinear" if all runs agree; and the reason of an early end.
  std::string_view words() const;
};

/// Changes of an answer that should not change: relative, over 50 steps of 0.1, in double; infinite if a run is not
/// completed.
struct Invariance {
  double space = 0;                 ///< turning space turns the answer
  std::optional<double> body_axes;  ///< renaming the body's axes cyclically renames it
  double power_of_two = 0;          ///< units of mass times 2^40 and 2^-40
  double decimal = 0;               ///< units of mass times 1e12
};

/// Steps over which halving the step shows the declared order within a quarter (in double, over a time of 2), and the
/// largest for which all of 200 steps are completed; in radians that the body turns at its start.
struct StepRange {
  double from = 0, to = 0;
  double solves_to = 0;
  bool all_tried = false;  ///< solves_to is the largest step that was tried
  /// The errors behind it: radians per step, distance from the true state at the end.
  std::vector<std::pair<double, double>> ladder;
};

/// Processor time, minima of interleaved repetitions at a step of 0.1 on the canonical free body (others: their trial).
struct StepCost {
  double seconds, ratio;  ///< of a step; to one of dmv6-fp on that body
};

/// Properties of an engine beyond its numbers: relative changes of the answer of 50 steps of 0.1.
struct HiddenState {
  double repeated = 0;  ///< by running once more
  double hidden = 0;  ///< by beginning each step with a new body, set to the state of the last: what it knows beside it
};

/// The report of an update for gyros: order on a formula's motion and on a free body, drift in coning, growth of
/// rounding in float, invariance.
struct UpdateProperties {
  const UpdateInfo* update;
  double order_generic = 0, order_free = 0;  ///< slope of the last halving of the interval
  struct Coning {
    int power = 0;  ///< drift per sample is coefficient half_angle^2 b^power, b -> 0
    double coefficient = 0;
    std::vector<std::pair<double, double>> drift;  ///< b, and radians a sample for a half angle of 1 degree
  };
  std::optional<Coning> coning;  ///< of updates that do not depend on the attitude
  std::size_t float_updates = 0;
  double float_error = 0;           ///< radians after so many updates of 1e-3 rad each, in float
  double space = 0, body_axes = 0;  ///< what turning space, and renaming axes, change
  double seconds_per_sample = 0;    ///< if it is timed
};

struct PropertyReport {
  const MethodInfo* method;
  std::string failure = {};  ///< why a run of a method from outside ended the measurement: then nothing is measured
  std::string own = {};      ///< the name of the problem that it is measured on; empty: the test problems
  double time = 2;           ///< that order is measured over
  std::vector<std::pair<Norm, OrderFit>> order;         ///< in 113 bits; none for an exact method
  std::vector<std::pair<Norm, OrderFit>> driven_order;  ///< with damping and rotors, in double; none where it refuses
  /// Under noise: the order of the mean distance over `paths` from the end on a fine grid; steps see each one's mean
  /// torque.
  std::vector<std::pair<Norm, OrderFit>> strong_order;
  int paths = 0;
  std::optional<double> symmetry;             ///< change of what it carries by a step and a step back
  double start = 0;                           ///< change of the user's state by its start
  std::optional<double> symplecticity;        ///< defect of one step of 0.2, by differences
  std::optional<double> symplecticity_power;  ///< the power of h it is of, if there is a defect
  bool without_potential = false;  ///< the user's torque, as far as is known: its motion need not be symplectic
  bool wrong_back = false;         ///< steps back err far more than steps forward
  Invariance invariance;
  std::optional<StepRange> range;                        ///< none for an exact method
  std::int64_t long_run = 0;                             ///< steps
  double long_step = 0;                                  ///< their size
  std::vector<Conservation> conservation;                ///< over the long run
  double torque_evaluations = 0, solver_iterations = 0;  ///< per step of 0.05
  std::optional<StepCost> cost;                          ///< if it is timed
  const Precision* precision = &quad_precision;
  std::optional<HiddenState> hidden_state;  ///< of an engine
  std::optional<UpdateProperties> update;   ///< of an update
  std::vector<std::string> disagreements;   ///< with what the method declares
};

/// A problem in the scalars that methods are measured in.
struct InBoth {
  Problem<double> in_double;
  Problem<float128> in_quad;
};
/// A user's problem in place of the test problems. Order is measured over `time`; steps of other properties are the
/// same shares of it as of the time of the test problems, 2.
struct OwnProblem : InBoth {
  std::string name;
  double time;
  std::vector<const MethodInfo*> methods = {};  ///< that support it, of those that are asked for
  /// For noise: the problem on a path of this time in this number of intervals, held over `average` of them.
  std::function<Problem<double>(std::uint64_t path, std::int64_t intervals, std::int64_t average)> on_path = {};
};

/// The problem of a spec, if all of these methods support it, or, `those_that_can`, one. Files that it names are sought
/// in `folder`. Throws UserError.
OwnProblem own_problem(const nlohmann::json& document, const std::string& folder, const std::string& name,
                       const std::vector<const MethodInfo*>& methods, bool those_that_can = false);

/// Measures everything except the cost, in some seconds; for a user's problem with noise, only the strong order.
/// `long_run` is the number of steps over which invariants are watched, by default 100000, or 10000 on a user's problem;
/// and a tenth of the updates in float. For a user's problem, properties independent of the problem are omitted:
/// invariance, and torques of the momentum.
PropertyReport measure_properties(const MethodInfo& method, std::optional<std::int64_t> long_run = {},
                                  const OwnProblem* own = nullptr);

/// All properties of an update for gyros except the cost.
PropertyReport measure_update(const UpdateInfo& update, std::int64_t long_run);
/// Its cost in processor time, on the generic motion.
double seconds_per_sample(const UpdateInfo& update);

/// Adds the costs, timed alone and interleaved.
void time_property_reports(std::vector<PropertyReport>& property_reports);

}  // namespace polhode
