// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/geometry/decimal.hpp"
#include "core/geometry/rotation.hpp"
#include "core/io/spec/values.hpp"

/// Mass properties of a body, from solids, points, surfaces, and files of atoms and links. Files are given by their text
/// and path; `field` is the key that names them. All throw UserError.
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

/// The atoms of an XYZ file (a count, a comment, then a symbol or an atomic number and three coordinates a line) as a
/// list of [mass, x, y, z], in atomic masses and the unit of the file. Only the first of several frames is read, with a
/// warning.
json atoms_of(const std::string& text, const std::string& path, const std::string& field,
              std::vector<std::string>& warnings);

/// The mass properties of a closed surface, filled: sums of tetrahedra from the middle of its vertices. The text is that
/// of a file: STL (binary if its length agrees with its count, or if it is no text; else ASCII), or by name OBJ, PLY
/// (ASCII or binary) and OFF. Polygons are cut into triangles; vertices that are closer than 1e-7 of its size are one.
/// An edge may have more than two faces, if as many turn one way as the other. A part whose faces turn inwards is a hole
/// if it is within another part; else its faces are turned. Parts without volume are left out. Warnings list the parts
/// that were turned or left out, and those that overlap and count twice.
Mass of_mesh(const std::string& text, const std::string& path, const float100& density, const std::string& field,
             std::vector<std::string>& warnings);

/// A link of a URDF or SDF file, or a body of an MJCF file, with everything that moves with it: by fixed joints, or in
/// MJCF without a joint. Mass, centre and inertia are in the axes of the link. In all three formats, off-diagonal
/// entries are entries of the matrix, -int xy dm. `format` is urdf, mjcf or sdf; without a name, one body of the file
/// has an inertia. Warnings list what is included, what is excluded, and what was not read.
Mass inertial_of(const std::string& text, const std::string& path, const std::string& format,
                 const std::optional<std::string>& link, const std::string& field, std::vector<std::string>& warnings);

/// Half a unit in the last decimal of a number as it is written; 0 for one of 15 digits or more, and for integers.
double half_unit(const nlohmann::json& number);

}  // namespace polhode::reading
