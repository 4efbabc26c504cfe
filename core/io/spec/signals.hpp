// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>

#include "core/io/spec/units.hpp"
#include "core/torques/signal.hpp"

namespace polhode::reading {

/// Context for reading a torque: the user's axes and units, and the body that it turns.
template <class T>
struct Context {
  Rotation<Body, Body, T> axes;  ///< principal to user
  Units<T> units;
  Vec<Body, T> moments{};  ///< principal
  std::vector<std::string>& warnings;
  std::string folder;                 ///< of files that the spec names
  T t0{0};                            ///< when the motion starts
  std::optional<Vec<Body, T>> lever;  ///< mass times the vector from the pivot to the centre, if there is a pivot
  std::vector<SampledControl<T>>* sampled = nullptr;  ///< where controllers that sample go
  Vec<Body, T> Omega{};                               ///< at t0, principal axes

  template <class F>
  Vec<F, T> placed(const Vec<F, T>& v) const {
    if constexpr (std::is_same_v<F, Body>)
      return inverse(axes) * v;
    else
      return v;
  }
};

/// A file beside the spec's.
inline std::string in_folder(const std::string& name, const std::string& folder) {
  return name.starts_with("/") ? name : folder + name;
}

/// A list of times.
template <class T>
std::vector<T> increasing_times(const Given& j) {
  std::vector<T> t;
  for (const Given& x : j.items()) t.push_back(x.number<T>());
  if (std::ranges::adjacent_find(t, std::greater_equal()) != t.end()) j.reject("increasing times");
  return t;
}

/// Throws UserError if a table does not cover a run, up to `slack`.
template <class T>
void check_covers(const char* field, const std::pair<T, T>& table, const T& begin, const T& end, const T& slack) {
  for (const T& t : {begin, end})
    if (t < table.first - slack || t > table.second + slack)
      throw UserError("{}: a table from {:g} to {:g} is given; accepted: one that covers the run, which is at {:g}",
                      field, scalar_cast<double>(table.first), scalar_cast<double>(table.second),
                      scalar_cast<double>(t));
}

/// Vectors in time, and their rates where a file has them.
template <class F, class T>
struct Samples {
  std::vector<T> times;
  std::vector<Vec<F, T>> values, rates;
};

/// The rows of a table `csv`, in the unit of the spec: times in its `time_unit` (dates count from the first), the
/// columns that `values` names, by default 2 to 4, in its `unit` or else `unit`, and those that `rates` may name.
template <class F, class T>
Samples<F, T> samples(const Given& j, const Context<T>& c, const std::string& values, const std::string& rates,
                      const T& unit, const Measure& of);

/// A vector that depends on time: three numbers, or an object with a kind. A body vector is given in the user's axes.
/// `unit` is the value of a unit of its numbers; a table that names its own does without.
template <class F, class T>
Signal<F, T> signal(const Given& j, const Context<T>& c, const T& unit = T(1), const Measure& of = of_field);

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
