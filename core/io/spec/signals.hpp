// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/units.hpp"
#include "core/torques/signal.hpp"

namespace polhode::reading {

/// What a torque is read by: the user's axes and units, and the body that it turns.
template <class T>
struct Context {
  Rotation<Body, Body, T> axes;  ///< principal to user
  Units<T> units;
  Vec<Body, T> moments{};  ///< principal
  std::vector<std::string>& warnings;
  std::string folder;  ///< of files that the spec names

  template <class F>
  Vec<F, T> placed(const Vec<F, T>& v) const {
    if constexpr (std::is_same_v<F, Body>)
      return inverse(axes) * v;
    else
      return v;
  }
};

/// A unit vector. A vector of any length but 0 is accepted.
template <class F, class T>
Vec<F, T> direction(const json& j, const std::string& field) {
  const auto v = vector<F, T>(j, field);
  const T length = norm(v);
  if (!(length > T(0)) || !is_finite(length)) reject(field, j, "a vector other than 0");
  return v / length;
}

/// mu / radius^3, in 1/T^2.
template <class T>
T strength_of(const json& j, const std::string& field) {
  const std::string accepted = "a positive number";
  const T r = positive<T>(required(j, field, "radius", accepted), field + ".radius");
  return positive<T>(required(j, field, "mu", accepted), field + ".mu") / (r * r * r);
}

/// From the planet to the body on a circular orbit: Rz(node) Rx(inclination) (cos u, sin u, 0), u = phase + rate t.
template <class F, class T>
signals::Rotating<F, T> orbit(const json& j, const std::string& field, const Context<T>& c);

/// Three numbers, or an object with a kind: a vector that depends on time. Of the body, it is given in the user's axes.
template <class F, class T>
Signal<F, T> signal(const json& j, const std::string& field, const Context<T>& c);

}  // namespace polhode::reading
