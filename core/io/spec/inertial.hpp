// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/spec/mass.hpp"

namespace polhode::reading {

/// A link of a URDF or SDF file, or a body of an MJCF file, with everything that moves with it: by fixed joints, or in
/// MJCF without a joint. Mass, centre and inertia are in the axes of the link. In all three formats, off-diagonal
/// entries are entries of the matrix, -int xy dm. `format` is urdf, mjcf or sdf; without a name, one body of the file
/// has an inertia. Warnings list what is included, what is excluded, and what was not read.
Mass inertial_of(const std::string& text, const std::string& path, const std::string& format,
                 const std::optional<std::string>& link, const std::string& field, std::vector<std::string>& warnings);

}  // namespace polhode::reading
