// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <variant>

#include "core/problem/problem.hpp"

namespace polhode {

// What a run is watched for: a number that passes zero. Vectors of a body are in principal axes.

/// (R axis) . normal - level: an axis crosses a plane, or its angle to a direction reaches a value. A director is the
/// axis itself.
struct AxisCrossing {
  Vec<Body, double> axis;
  Vec<Space, double> normal;
  double level;

  double at(const Problem<double>&, const State<double>& s, double) const {
    if (const auto* body = s.rigid()) return dot(body->R * axis, normal) - level;
    return dot(std::get<DirectorState<double>>(s).d, normal) - level;
  }
};
/// Pi . direction - level, of a rigid body.
struct MomentumCrossing {
  Vec<Body, double> direction;
  double level;

  double at(const Problem<double>&, const State<double>& s, double) const {
    return dot(std::get<RigidState<double>>(s).Pi, direction) - level;
  }
};
/// The same of the spatial momentum, that of rotors included.
struct SpatialMomentumCrossing {
  Vec<Space, double> direction;
  double level;

  double at(const Problem<double>& problem, const State<double>& s, double t) const {
    return dot(spatial_momentum(problem, s, t), direction) - level;
  }
};

struct Event {
  std::variant<AxisCrossing, MomentumCrossing, SpatialMomentumCrossing> of;
  bool rising = true, falling = true;  ///< which crossings count

  double at(const Problem<double>& problem, const State<double>& s, double t) const {
    return std::visit([&](const auto& k) { return k.at(problem, s, t); }, of);
  }
};

}  // namespace polhode
