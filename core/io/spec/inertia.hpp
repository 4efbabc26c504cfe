// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/io/spec.hpp"
#include "core/io/spec/mass.hpp"
#include "core/io/spec/units.hpp"

/// The inertia of a body, in the forms that users have: moments, a matrix, points, meshes, links of robots, or several.
namespace polhode::reading {

/// Inertia as given in a file, in the user's axes.
struct Made {
  Given given;                 ///< the key that has it
  std::optional<Mass> mass{};  ///< about its centre, where the mass is known
  Mat3<float100> tensor{};     ///< about the pivot, or else the centre
  float100 rounding{0};        ///< a moment that cannot be told from 0
  bool has_pivot = false;
  Vec<Body, float100> lever{};  ///< from the pivot to the centre, times the mass
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

}  // namespace polhode::reading
