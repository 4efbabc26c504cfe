// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/io/spec/mass.hpp"

/// Bodies that are given by their surface.
namespace polhode::reading {

/// A surface of triangles; vertices that are closer than 1e-7 of its size are one.
struct Mesh {
  std::vector<Vec<Body, float100>> vertices;
  std::vector<std::array<std::size_t, 3>> faces;  ///< that have an area
  std::size_t welded = 0;                         ///< vertices that were merged
};

/// Reads the text of a file: STL (binary if its length agrees with its count, or if it is no text; else ASCII), or by
/// name OBJ, PLY (ASCII or binary) and OFF. Polygons are cut into triangles. `field` is the key that names the file.
Mesh read_mesh(const std::string& text, const std::string& path, const std::string& field);

/// The mass properties of a closed surface, filled: sums of tetrahedra from the middle of its vertices. An edge may
/// have more than two faces, if as many turn one way as the other. A part whose faces turn inwards is a hole if it is
/// within another part; else its faces are turned. Parts without volume are left out. Warnings list the parts that were
/// turned or left out, and those that overlap and count twice.
Mass of_mesh(Mesh mesh, const float100& density, const std::string& path, const std::string& field,
             std::vector<std::string>& warnings);

}  // namespace polhode::reading
