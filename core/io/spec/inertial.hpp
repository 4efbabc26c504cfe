// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/spec/mass.hpp"

namespace polhode::reading {

/// The `<inertial>` of a link of a URDF or SDF file, or of a body of an MJCF file: mass, centre and inertia in the axes
/// of the link, about the centre. Off-diagonal entries are those of the matrix in all three, -int xy dm. `format` is
/// urdf, mjcf or sdf; without a name the file has one link with an inertial only.
Mass inertial_of(const std::string& text, const std::string& path, const std::string& format,
                 const std::optional<std::string>& link, const std::string& field, std::vector<std::string>& warnings);

}  // namespace polhode::reading
