// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/spec/mass.hpp"

namespace polhode::reading {

/// A link of a URDF or SDF file, or a body of an MJCF file, with all that moves with it: what hangs on fixed joints, or
/// in MJCF has no joint. Mass, centre and inertia are in the axes of the link. Off-diagonal entries are those of the
/// matrix in all three, -int xy dm. `format` is urdf, mjcf or sdf; without a name, one body of the file has an inertia.
/// Warnings say what is part of it, what is not, and what of the file was not read.
Mass inertial_of(const std::string& text, const std::string& path, const std::string& format,
                 const std::optional<std::string>& link, const std::string& field, std::vector<std::string>& warnings);

}  // namespace polhode::reading
