// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/stepping/method.hpp"
#include "experiments/judging/populations/histogram.hpp"
#include "experiments/judging/populations/population.hpp"

/// Description of a sweep: a population times methods times steps times metrics (schema polhode/sweep/1).
namespace polhode::populations {

/// Metrics of a case. `order_of_*` need two step counts.
enum class Metric { momentum, attitude, energy, spatial_momentum, drift, growth, torques, iterations };
inline constexpr int metrics_in_all = 8;
std::string_view name(Metric metric);

/// Of a case.
inline constexpr std::int64_t most_steps = 1000000000;

/// A condition on the cases of a body: holds for ratio = max(of)/min(against), or for the values of `of`. With `best`
/// in place of `of`, the ratio is min(of)/min(against).
struct Condition {
  enum class Kind { below, within, worst, same };
  Kind kind = Kind::below;
  std::optional<Metric> metric;  ///< nothing: the fitted order, of
  bool order_of_attitude = false;
  std::size_t steps = 0;                 ///< index into the spec's
  std::vector<std::size_t> of, against;  ///< indices of methods
  bool best = false;                     ///< of several `of` the least value counts
  double a = 0, b = 0;                   ///< below a; within [a, b]; the same up to a
};
/// A claim about every body: all conditions hold; the first one's ratio is kept.
struct Question {
  std::string id;
  std::vector<Condition> conditions;
};

/// Cells over the triangle of inertia, or over the sphere of the momentum in sorted axes.
struct MapOver {
  enum class Kind { triangle, momentum };
  Kind kind = Kind::triangle;
  std::int64_t n = 1;
  std::vector<Metric> metrics;
};

struct SweepSpec {
  /// The identity of a sweep: all defaults filled in, names resolved, keys in order, doubles by their bits. It is a
  /// spec.
  std::string canonical;
  std::uint64_t seed = 0;
  Population population;
  bool keeps_energy = false;  ///< the torques conserve it
  bool in_radians = false;
  double duration = 1;  ///< time, or radians at the speed of the start
  std::vector<const MethodInfo*> methods;
  std::vector<std::int64_t> steps;
  std::int64_t observed = 1;  ///< ends of steps, at equal distances: 1 is the end of the run, `most_steps` are all
  std::vector<Metric> metrics;
  bool order = false;
  Bins bins;
  std::vector<MapOver> maps;
  std::vector<Question> questions;
  bool exact_113 = false;         ///< the true motion in 113 bits
  std::optional<int> refinement;  ///< or by this many times the steps of the finest run; else as bodies allow
  std::optional<double> seconds_per_case;

  std::uint64_t bodies() const;
  std::uint64_t cases() const { return bodies() * methods.size() * steps.size(); }
  bool has_torque() const { return !population.torques.empty(); }
  /// The duration of a body's motion.
  double duration_of(const DrawnBody& body) const { return in_radians ? duration / body.rate() : duration; }
  /// The ends of steps that are observed, k_1 < k_2 < .. of a run of N steps.
  std::vector<std::int64_t> nodes(std::int64_t N) const;
  /// The number of all steps of a body's cases.
  double steps_of_body() const;
};

/// Reads a spec. Throws UserError: the field, the given value, the accepted ones.
SweepSpec read_sweep(const nlohmann::json& document);

}  // namespace polhode::populations
