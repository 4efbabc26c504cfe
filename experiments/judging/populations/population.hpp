// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "core/problem/problem.hpp"
#include "core/system/draws.hpp"

/// Populations of rigid bodies: specs in which numbers, and what no number says (shapes, directions), are
/// distributions. A body is a function of (population, seed, id) by core/system/draws.hpp and the arithmetic of
/// population.cpp, of the same rules.
namespace polhode::populations {

using namespace draws;
using Triple = std::array<double, 3>;

/// A number that is given, drawn or an axis of a grid.
struct Scalar {
  enum class Kind { number, uniform, log10, linspace, logspace10, list };

  Kind kind = Kind::number;
  double a = 0, b = 0;       ///< the number, or the ends of a range
  std::int64_t n = 1;        ///< points of linspace and logspace10; else 1
  std::vector<double> list;  ///< values of a list

  bool is_axis() const { return kind >= Kind::linspace; }
  bool is_exponent() const { return kind == Kind::log10 || kind == Kind::logspace10; }
  /// Points of the axis; 1 where it is none.
  std::int64_t points() const;
  /// The value at point i of the axis, or for u in [0, 1).
  double value(std::int64_t i, double u) const;
};

/// How the principal moments of body axes 1, 2, 3 come about, at a point of the form's axis of the grid.
struct InertiaForm {
  std::function<Triple(std::int64_t point, const Words& words)> draw;
  std::int64_t points = 1;
  bool symmetric = false;  ///< the first two moments are equal, of all bodies
};
/// How the direction of the momentum comes about, in the body frame, by random words of a field of its own.
struct DirectionForm {
  std::uint64_t field;
  std::function<Triple(const Triple& inertia, const Words& words)> draw;
};

/// A number of a spec that is drawn, or an attitude, by random words of a field of its own: nothing else that is drawn
/// moves it.
struct DrawnNumber {
  nlohmann::json::json_pointer place;
  std::optional<Scalar> value;  ///< none: any attitude
  std::uint64_t field;

  /// Draws it into a spec, from its range or at one of its ends.
  void draw(nlohmann::json& spec, std::uint64_t seed, std::uint64_t id, bool at_ends = false) const;
};

/// The vector of a torque (moment, u0, amplitude), as axis x (ratio K) with the kinetic energy K of the start.
struct VectorByEnergy {
  std::string member;          ///< its name in a spec
  std::optional<Triple> axis;  ///< none: drawn on the sphere
  Scalar ratio;
  std::optional<Scalar> frequency;  ///< of the harmonic torque
};

/// A family of torques: one as a spec has it, with numbers that are drawn and perhaps a vector by the energy.
struct TorqueFamily {
  nlohmann::json spec;
  std::vector<DrawnNumber> drawn;
  std::optional<VectorByEnergy> vector;

  bool is(std::string_view kind) const { return spec.at("kind") == kind; }
};

struct Population {
  std::uint64_t replicates = 1;  ///< of every grid point
  InertiaForm inertia;
  DirectionForm direction;
  Scalar size;
  bool uniform_attitude = false;  ///< else identity
  std::vector<TorqueFamily> torques;

  /// Points of each axis of the grid: inertia, size, then ratio and frequency of each torque; the last one fastest.
  std::vector<std::int64_t> axes() const;
};

/// A body of a population.
struct DrawnBody {
  std::uint64_t id = 0, replicate = 0;
  std::vector<std::int64_t> grid;  ///< the point on each axis that has several
  Triple inertia{}, momentum{};
  std::array<double, 4> attitude{1, 0, 0, 0};  ///< w, x, y, z
  std::vector<nlohmann::json> torques;         ///< as specs have them

  /// |Omega| at the start.
  double rate() const;
  /// How far from the separatrix of the free motion, 0 .. 1; 1 for a sphere.
  double separatrix_distance() const;
  /// As a spec of `run`, and as a problem. Throws UserError where a number of its torques is refused.
  nlohmann::ordered_json spec() const;
  Problem<double> problem() const;
};

/// Draws bodies of one population; `into` is reused, so that drawing a free body allocates nothing.
class Drawing {
 public:
  Drawing(const Population& population, std::uint64_t seed);
  void draw(std::uint64_t id, DrawnBody& into) const;

 private:
  const Population& population_;
  std::uint64_t seed_, grid_points_ = 1;
  std::vector<std::int64_t> axes_;
};

}  // namespace polhode::populations
