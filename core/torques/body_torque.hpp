// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"
#include "core/torques/signal.hpp"

namespace polhode {

/// A torque given in the body's own axes, for example by thrusters: T = scale tau(t), in the body frame. Even a
/// constant one has no potential.
template <class T>
struct BodyTorque {
  Signal<Body, T> tau;
  T scale{1};  ///< factor of the signal

  Vec<Body, T> torque(const T& t, const Attitude<T>&) const { return scale * tau.at(t); }
  Tangent<Body, T> torque(const T& t, const RotationTangent<Body, Space, T>&) const { return {scale * tau.at(t), {}}; }

  static constexpr std::string_view kind = "body";
  static constexpr std::string_view equation = "T = τ(t)";
  static constexpr std::array words{Word{"body", {}}};
  bool autonomous() const { return tau.constant(); }
  static void fields(const auto& f, auto&... s) {
    f(Field{"torque", "τ"}, s.tau...);
    f(Field{"scale", "scale", true}, s.scale...);
  }
};

}  // namespace polhode
