// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <boost/container/flat_map.hpp>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <vector>

#include "experiments/judging/populations/sweep_spec.hpp"

/// What is kept of a sweep, whatever the number of its cases: sums that are exact, so that they can be added in any
/// order and in any grouping.
namespace polhode::populations {

/// The end of a case. Only `ok` ones enter distributions.
enum class CaseStatus { ok, not_converged, diverged, skipped, unresolved };
inline constexpr int case_statuses = 5;
std::string_view name(CaseStatus status);

/// The result of a case.
struct Case {
  CaseStatus status = CaseStatus::ok;
  std::int64_t torques = 0, iterations = 0;
  std::array<double, metrics_in_all> values{};  ///< of the metrics that the spec asks for
  double floor = 0;                             ///< of the reference: errors of ten floors say nothing

  double value(Metric metric) const { return values[static_cast<std::size_t>(metric)]; }
  bool at_floor(Metric metric) const {
    return (metric == Metric::momentum || metric == Metric::attitude) && value(metric) < 10 * floor;
  }
};

/// A file with invalid content.
struct Damaged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The sums of all cases of some bodies.
class Products {
 public:
  explicit Products(const SweepSpec& spec);

  /// All cases of a body: [m S + s] for method m and steps s.
  void add(const DrawnBody& body, std::span<const Case> cases);
  void add(const Products& other);

  nlohmann::ordered_json json() const;
  /// The products that `json` wrote for this spec. Throws Damaged, also if counts do not add up.
  static Products from_json(const SweepSpec& spec, const nlohmann::ordered_json& json);
  /// Bodies that were added.
  std::uint64_t bodies() const;

 private:
  struct Reached {
    std::uint64_t count = 0, smallest = ~std::uint64_t(0);

    void add(const Reached& other) { count += other.count, smallest = std::min(smallest, other.smallest); }
  };
  struct Cell {
    std::array<Reached, case_statuses> statuses;
    Int128 torques = 0, iterations = 0;
    std::vector<Distribution> metrics;
    std::vector<OrderDistribution> orders;  ///< of Pi and R to the next steps; empty at the last

    void add(const Cell& other);
  };
  struct Answers {
    std::uint64_t holds = 0, fails = 0, undefined = 0;
    std::vector<std::uint64_t> failing;  ///< the smallest ids
    Distribution ratio;

    void add(const Answers& other);
  };
  /// A place of a map, of one method and steps: sparse, since many are empty.
  struct Place {
    struct Values {
      boost::container::flat_map<std::int32_t, std::uint64_t> counts;  ///< -2: zero, -1: under, count(): over
      Extreme worst;
    };
    std::array<std::uint64_t, case_statuses> statuses{};
    Int128 iterations = 0;
    std::vector<Values> metrics;

    bool empty() const { return metrics.empty(); }
    void add(const Place& other);
  };

  void add_maps(const DrawnBody& body, std::span<const Case> cases);

  const SweepSpec* spec_;
  std::vector<Cell> cells_;
  std::vector<Answers> answers_;
  std::vector<std::vector<Place>> maps_;  ///< [map][place (M S) + m S + s]
};

/// Bins of ratios and of maps.
inline constexpr Bins ratio_bins{3, -40, 40};
Bins map_bins(const SweepSpec& spec);

/// The place of a body on a map.
std::int64_t place_of(const MapOver& map, const DrawnBody& body);
std::int64_t places(const MapOver& map);

/// An integer of any size: a decimal string above 2^53, where readers lose digits.
nlohmann::ordered_json integer(Int128 n);
/// An integer of any size from JSON. Throws Damaged.
Int128 read_integer(const nlohmann::ordered_json& json);

}  // namespace polhode::populations
