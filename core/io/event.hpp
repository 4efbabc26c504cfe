// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <variant>

#include "core/spaces/director.hpp"
#include "core/spaces/rigid_body.hpp"

namespace polhode {

// What a run is watched for: a number that passes zero. Vectors of a body are in principal axes.

/// (R axis) . normal - level: an axis crosses a plane, or its angle to a direction reaches a value. A director is the
/// axis itself.
struct AxisCrossing {
  Vec<Body, double> axis;
  Vec<Space, double> normal;
  double level;

  template <class P>
  double at(const P&, const RigidState<double>& s, double) const {
    return dot(s.R * axis, normal) - level;
  }
  double at(const Director<double>&, const DirectorState<double>& s, double) const { return dot(s.d, normal) - level; }
};
/// Pi . direction - level, of a rigid body.
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
  double at(const P& problem, const typename P::State& s, double t) const {
    return dot(spatial_momentum(problem, s, t), direction) - level;
  }
};

struct Event {
  std::variant<AxisCrossing, MomentumCrossing, SpatialMomentumCrossing> of;
  bool rising = true, falling = true;  ///< which crossings count

  template <class P>
  double at(const P& problem, const typename P::State& s, double t) const {
    return std::visit(
        [&](const auto& k) -> double {
          if constexpr (requires { k.at(problem, s, t); })
            return k.at(problem, s, t);
          else
            throw std::logic_error("no such event of a director");
        },
        of);
  }
};

}  // namespace polhode
