// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/units.hpp"

namespace polhode::reading {

/// Body to space: a quaternion, a matrix, a rotation vector, Euler angles or modified Rodrigues parameters. An inexact
/// rotation is projected, with a warning.
template <class T>
Attitude<T> attitude(const Given& j, const Units<T>& units, std::vector<std::string>& warnings);

/// A body that has turned by Euler angles, which change at these rates, in their unit.
template <class T>
struct Turning {
  Attitude<T> R;
  Vec<Body, T> Omega;
};
template <class T>
Turning<T> euler(const Given& attitude, const Units<T>& units, const Vec<Body, T>& rates);

}  // namespace polhode::reading
