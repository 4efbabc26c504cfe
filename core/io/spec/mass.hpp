// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/geometry/decimal.hpp"
#include "core/geometry/vec.hpp"

/// Bodies that are made of points or of a mesh.
namespace polhode::reading {

/// Mass, centre, and inertia about the centre.
struct Mass {
  float100 mass{0};
  Vec<Body, float100> centre{};
  Mat3<float100> inertia{};
  double holes = 0;  ///< the volume of parts whose faces turn inwards
};

/// Of a list of [mass, x, y, z].
Mass of_points(const nlohmann::json& points);

/// The vertices of a mesh, three a face, from the text of an STL file: binary if its length is what its count says,
/// else ASCII.
std::vector<Vec<Body, float100>> faces_of(const std::string& text, const std::string& path);

/// Of a closed surface whose faces turn outwards, filled: sums of tetrahedra from the middle of its vertices. Parts
/// whose faces turn inwards are holes.
Mass of_mesh(std::vector<Vec<Body, float100>> vertices, const float100& density, const std::string& path);

}  // namespace polhode::reading
