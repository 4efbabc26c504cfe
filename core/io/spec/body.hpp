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

/// The rigid body or the director of a spec, with its torques. Sets the spec's axes, units, warnings and the torques
/// that depend on the momentum.
template <class T>
Problem<T> body_of(const Given& document, Spec<T>& spec, const std::string& folder);

/// The momentum in principal axes of a free motion given by its periods and its mode, `P_psi`, `P_phi` and `mode` (LAM
/// or SAM), as known for tumbling asteroids: in the plane of the axes of the least and the greatest moment, along both.
/// Throws UserError with the range of P_phi if there is no such motion.
template <class T>
Vec<Body, T> momentum_of_periods(const Inertia<T>& I, const Given& j, const Units<T>& units);

/// The user's notes: a string or a list of strings.
void comments(const Given& object, std::vector<std::string>& all);
/// What all specs have: method, comments, t0, every, and the grid by h or time with steps.
template <class T>
void read_run(const Given& document, Spec<T>& spec);

}  // namespace polhode::reading
