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
  std::size_t welded = 0;                         ///< vertices that were made one with another
};

/// From the text of a file: STL (binary if its length is what its count says, or if it is no text; else ASCII), or by
/// their names OBJ, PLY (ASCII or binary) and OFF. Polygons are cut into triangles. `field` is the key that names it.
Mesh read_mesh(const std::string& text, const std::string& path, const std::string& field);

/// Of a closed surface, filled: sums of tetrahedra from the middle of its vertices. An edge may have more than two
/// faces, if as many turn one way as the other. Parts whose faces turn inwards are holes, if they are within another
/// part, or are turned. Parts without volume are left out. Warnings say what was turned or left out, and which parts
/// overlap and count twice.
Mass of_mesh(Mesh mesh, const float100& density, const std::string& path, const std::string& field,
             std::vector<std::string>& warnings);

}  // namespace polhode::reading
