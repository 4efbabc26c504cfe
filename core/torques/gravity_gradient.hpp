// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"
#include "core/torques/signal.hpp"

namespace polhode {

/// Torque of a planet's gravity on a body that is not a sphere: T = 3 k r x I r with r = R^T rhat(t), the direction
/// from the planet, and k = mu / r^3 = (orbital rate)^2. V = (3/2) k r . I r if the direction is fixed.
template <class T>
struct GravityGradient {
  Vec<Body, T> inertia{};      ///< the body's principal moments
  T strength{0};               ///< k, in 1 / [time]^2
  Signal<Space, T> direction;  ///< rhat at a time, in space, of length 1

  T potential(const Attitude<T>& R) const {
    if (!autonomous()) return T(0);
    const auto r = inverse(R) * direction.at(T(0));
    return T(3) / T(2) * strength * dot(r, by_components(inertia, r));
  }
  auto torque(const T& t, const auto& R) const {
    const auto r = rotate_back(R, direction.at(t));
    return T(3) * strength * cross(r, by_components(inertia, r));
  }

  static constexpr std::string_view kind = "gravity-gradient";
  static constexpr std::string_view equation = "T = 3k r × Ir,  r = Rᵀr̂(t),  V = (3/2)k r · Ir where r̂ is fixed";
  static constexpr std::string_view keeps = "spatial angular momentum along the direction of the planet, RΠ · r̂";
  static constexpr std::array words{Word{"gravity-gradient", {}}};
  bool autonomous() const { return direction.constant(); }
  T characteristic_rate() const { return T(2) * direction.characteristic_rate(); }
  static void fields(const auto& f, auto&... s) {
    f(Field{"inertia", "I", true}, s.inertia...);
    f(Field{"strength", "k"}, s.strength...);
    f(Field{"direction", "r̂"}, s.direction...);
  }
};

}  // namespace polhode
