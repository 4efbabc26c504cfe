// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/io/spec/signals.hpp"

namespace polhode::reading {

/// The orbit of a body around a planet, as in a file: a circle that is turned at a rate, or any path.
template <class T>
struct Orbit {
  std::optional<signals::Rotating<Space, T>> circle;  ///< of unit length; what else is said holds for it, too
  signals::OrbitalPath<Space, T> path;
  T strength{0};       ///< mu / size^3, in 1/T^2; 0 if the file has no mu
  bool scaled = true;  ///< lengths are in the file's unit, not in one of the orbit

  Signal<Space, T> direction() const { return circle ? Signal<Space, T>(*circle) : Signal<Space, T>(path); }
};

/// Reads an orbit. A circle: `rate`, or `mu` and `radius`, from `phase`. A Kepler orbit: `mu`, or `rate` for the mean
/// motion of an ellipse, with `semi_major_axis` (negative: a hyperbola) or `periapsis`, `eccentricity`, and the
/// position at the time t0 or the time of the periapsis. A table: `csv`. Angles are `inclination`, `node`,
/// `argument_of_periapsis`.
template <class T>
Orbit<T> orbit(const Given& j, const Context<T>& c);

/// The orbit to whose frame answers refer: `orbit` of the document, or that of its first torque with one.
template <class T>
std::optional<Orbit<T>> orbit_of(const Given& document, const Context<T>& c);

/// mu by a name, or as a number in the file's units.
template <class T>
T gravity(const Given& j, const Context<T>& c);

}  // namespace polhode::reading
