// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/units.hpp"

namespace polhode::reading {

/// Body to space: a quaternion, a matrix, a rotation vector, Euler angles or modified Rodrigues parameters. An inexact
/// rotation is projected, with a warning.
template <class T>
Attitude<T> attitude(const Given& j, const Units<T>& units, std::vector<std::string>& warnings);

/// The angular velocity, in body axes, of an attitude whose Euler angles change at these rates, in their unit.
template <class T>
Vec<Body, T> velocity_of_euler_rates(const Given& attitude, const Units<T>& units, const Vec<Body, T>& rates);

}  // namespace polhode::reading
