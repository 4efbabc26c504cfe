// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "core/spaces/rigid_body.hpp"

namespace polhode {

// What a run of a rigid body is watched for: a number that passes zero. Vectors of the body are in principal axes.

/// (R axis) . normal - level: an axis crosses a plane, or its angle to a direction reaches a value.
struct AxisCrossing {
  Vec<Body, double> axis;
  Vec<Space, double> normal;
  double level;

  template <class P>
  double at(const P&, const RigidState<double>& s, double) const {
    return dot(s.R * axis, normal) - level;
  }
};
/// Pi . direction - level.
struct MomentumCrossing {
  Vec<Body, double> direction;
  double level;

  template <class P>
  double at(const P&, const RigidState<double>& s, double) const {
    return dot(s.Pi, direction) - level;
  }
};
/// The same of the spatial momentum, that of rotors included.
struct SpatialMomentumCrossing {
  Vec<Space, double> direction;
  double level;

  template <class P>
  double at(const P& problem, const RigidState<double>& s, double t) const {
    return dot(spatial_momentum(problem, s, t), direction) - level;
  }
};

struct Event {
  std::variant<AxisCrossing, MomentumCrossing, SpatialMomentumCrossing> of;
  bool rising = true, falling = true;  ///< which crossings count

  template <class P>
  double at(const P& problem, const RigidState<double>& s, double t) const {
    return std::visit([&](const auto& k) { return k.at(problem, s, t); }, of);
  }
};

}  // namespace polhode
