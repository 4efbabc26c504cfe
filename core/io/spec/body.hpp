// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/mass.hpp"
#include "core/io/spec/units.hpp"

namespace polhode::reading {

// The inertia of a body, in the forms that users have: moments, a matrix, points, meshes, links of robots, or several.

/// Inertia as given in a file, in the user's axes.
struct Made {
  Given given;                                 ///< the key that has it
  std::optional<Mass> mass{};                  ///< about its centre, where the mass is known
  Mat3<float100> tensor{};                     ///< about the pivot, or else the centre
  float100 rounding{0};                        ///< a moment that cannot be told from 0
  std::optional<Vec<Body, float100>> lever{};  ///< from the pivot to the centre, times the mass, if there is a pivot
};

/// Context of a body: the folder of its files, its units, and the list of warnings.
struct Surroundings {
  const std::string& folder;
  const NamedUnits& units;
  std::vector<std::string>& warnings;
};

/// Reads the inertia. Throws UserError.
Made made_of(const Given& body, const Surroundings& around);

/// A rod, which is not a rigid body: its third moment is 0 or indistinguishable from 0, and its others are equal.
template <class T>
struct Rod {
  Vec<Body, T> axis;  ///< of the user's body
  T I;
};

/// The body as a rod; nothing for bodies of three moments, and for those that `inertia_of_body` refuses.
template <class T>
std::optional<Rod<T>> rod_of(const Made& made);

/// The principal moments. Sets the spec's axes and reports averages. A body with two zero moments is a plane body.
template <class T>
Inertia<T> inertia_of_body(const Made& made, Spec<T>& spec);

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

/// The user's notes: a string or a list of strings.
void comments(const Given& object, std::vector<std::string>& all);
/// What all specs have: method, comments, t0, every, and the grid by h or time with steps.
template <class T>
void read_run(const Given& document, Spec<T>& spec);

}  // namespace polhode::reading
