// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/problem/problem.hpp"
#include "experiments/judging/populations/sweep_spec.hpp"

/// Which method reaches an accuracy at the least cost, over a population: what an atlas sweep keeps.
namespace polhode::populations {

/// Numbers of steps that an atlas tries: 4, 5, 6, 7 times powers of two, so that many instants are common to all.
inline constexpr int levels_in_all = 88;
constexpr std::int64_t steps_of_level(int level) {
  return std::int64_t(4 + level % 4) << (level / 4);
}

/// The coarsest step count of at least so many steps.
constexpr int level_of_steps(double steps) {
  int level = 0;
  while (level + 1 < levels_in_all && static_cast<double>(steps_of_level(level)) < steps) ++level;
  return level;
}

/// Errors count up to this share of what is allowed, at a step count and at the next finer one.
inline constexpr double atlas_margin = 0.9;
/// Methods are followed up to so many times the cost of the cheapest.
inline constexpr double atlas_reach = 2;
/// An answer as good as the best, for a reader.
inline constexpr double atlas_near = 1.5;

/// For a body, at [m T + t]: the coarsest step count of method m that meets tolerance t. At `beyond` the method costs
/// more than the reach, or does not meet it; a tolerance below ten floors of the reference is `unresolved` for all.
using StepCounts = std::vector<std::int8_t>;
inline constexpr std::int8_t beyond = -1, unresolved_level = -2;

/// The edges of bands: of three times the distance from the separatrix where a body is free, else of the strength of
/// its fields (field over kinetic energy of the start).
inline constexpr std::array<double, 5> band_edges{0.03, 0.1, 0.3, 1, 3};

/// The uniform fields of a body: the sum of their torques' largest sizes, and by how much they can raise the kinetic
/// energy of the start, V(R(0)) - min V.
struct FieldStrength {
  double size = 0, rise = 0;
};
FieldStrength field_strength(const Problem<double>& problem);

/// Where a body stands in an atlas: its shape among the 3 x 3 cells of the triangle of inertia, and its band.
struct AtlasPlace {
  std::int64_t shape;
  int band;

  friend auto operator<=>(const AtlasPlace&, const AtlasPlace&) = default;
};
AtlasPlace atlas_place(const DrawnBody& body, const Problem<double>& problem);

/// What an atlas finds of a body: what it needs, where it stands, and its speed at the start over its fastest.
struct AtlasFinding {
  StepCounts levels;
  AtlasPlace where{};
  double even = 1;
};

/// The sums of an atlas sweep.
class Atlas {
 public:
  explicit Atlas(const SweepSpec& spec) : spec_(&spec) {}

  void add(const AtlasFinding& found);
  void add(const Atlas& other);

  nlohmann::ordered_json json() const;
  /// Throws what reading JSON throws, and Damaged.
  static Atlas from_json(const SweepSpec& spec, const nlohmann::ordered_json& json);
  std::uint64_t bodies() const;

 private:
  struct Standing {
    std::uint64_t cheapest = 0;  ///< times it is, the first in the spec's order of those that cost the same
    std::uint64_t near = 0;      ///< times it costs at most `atlas_near` of the cheapest
    std::map<int, std::uint64_t>
        at;  ///< bodies by the step count that they would need if they were always at the speed of
             ///< the start: steps of the step count that they need times that over their fastest
  };
  struct Place {
    std::uint64_t bodies = 0;
    std::vector<std::uint64_t> unresolved, unsolved;  ///< by tolerance
    std::vector<Standing> standings;                  ///< [m T + t]
  };

  Place& at(const AtlasPlace& place);

  const SweepSpec* spec_;
  std::map<AtlasPlace, Place> places_;
};

}  // namespace polhode::populations
