// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/geometry/decimal.hpp"
#include "core/geometry/rotation.hpp"
#include "core/io/spec/values.hpp"

/// Mass properties of a body.
namespace polhode::reading {

/// Mass, centre, and inertia about the centre.
struct Mass {
  float100 mass{0};
  Vec<Body, float100> centre{};
  Mat3<float100> inertia{};
  float100 volume{0};  ///< 0 where it is not known
};

/// Whether x is at most 1e100, as numbers of specs are, so that its cube is in the range of doubles.
bool in_range(const float100& x);

/// r r^T.
Mat3<float100> outer(const Vec<Body, float100>& r);
/// sum m (r . r 1 - r r^T) from the sums m r r^T.
Mat3<float100> inertia_of(const Mat3<float100>& second);
/// The inertia about a point: m (d . d 1 - d d^T) more than about the centre (Steiner).
Mat3<float100> about(const Mass& mass, const Vec<Body, float100>& point);
/// The body turned about the origin, and then moved.
Mass placed(const Mass& mass, const Mat3<float100>& turn, const Vec<Body, float100>& by);
/// Two bodies as one.
Mass together(const Mass& a, const Mass& b);
/// The shape with another mass.
Mass with_mass(const Mass& shape, const float100& mass);

/// A solid of density 1 about its centre, named as in SDF and MJCF. `size` is half the edges of a box, the half axes of
/// an ellipsoid (a sphere), or the radius and half the length along z; a capsule has half balls beyond that length.
std::optional<Mass> solid(const std::string& shape, const Vec<Body, float100>& size);

/// The mass properties of a list of [mass, x, y, z]; a mass may be 0, not all. `rounding` becomes the least moment that
/// the decimals of the list distinguish from 0, or 0 if they are few.
Mass of_points(const Given& points, float100& rounding);

/// Half a unit in the last decimal of a number as it is written; 0 for one of 15 digits or more, and for integers.
double half_unit(const nlohmann::json& number);

}  // namespace polhode::reading
