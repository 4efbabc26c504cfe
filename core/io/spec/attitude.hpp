// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/units.hpp"

namespace polhode::reading {

/// Body to space: a quaternion, a matrix, a rotation vector, Euler angles or modified Rodrigues parameters. What is not
/// quite a rotation is projected, with a warning.
template <class T>
Attitude<T> attitude(const Given& j, const Units<T>& units, std::vector<std::string>& warnings);

}  // namespace polhode::reading
