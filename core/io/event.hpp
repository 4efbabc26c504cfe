// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <variant>

#include "core/geometry/so3.hpp"
#include "core/problem/problem.hpp"
#include "core/torques/signal.hpp"

namespace polhode {

/// The orbital frame of a body: x from the planet to the body, z along the normal of the orbit.
template <class T>
struct OrbitFrame {
  Rotation<Space, Space, T> turn;  ///< of space to it: its axes are the columns
  Vec<Space, T> rate;              ///< its angular velocity, in space, in radians per time

  OrbitFrame(const signals::OrbitalPath<Space, T>& path, const T& t) {
    const auto [r, v, a] = path.motion(t);
    const auto h = cross(r, v);
    const auto x = r / norm(r), z = h / norm(h);
    turn = from_matrix<Space, Space, T>(from_columns(x, cross(z, x), z));
    rate = h / norm2(r) + T(norm(r) * dot(a, z) / norm(h)) * x;
  }
};

// What a run is watched for: a number that passes zero. Vectors of a body are in principal axes; those at rest are in
// the axes of space, or of the frame that `turn` takes to them.

/// (R axis) . normal - level: an axis crosses a plane, or its angle to a direction reaches a value. A director is the
/// axis itself.
struct AxisCrossing {
  Vec<Body, double> axis;
  Vec<Space, double> normal;
  double level;

  double at(const Problem<double>&, const State<double>& s, double, const Rotation<Space, Space, double>& turn) const {
    if (const auto* body = s.rigid()) return dot(body->R * axis, turn * normal) - level;
    return dot(std::get<DirectorState<double>>(s).d, turn * normal) - level;
  }
};
/// Pi . direction - level, of a rigid body.
struct MomentumCrossing {
  Vec<Body, double> direction;
  double level;

  double at(const Problem<double>&, const State<double>& s, double, const Rotation<Space, Space, double>&) const {
    return dot(std::get<RigidState<double>>(s).Pi, direction) - level;
  }
};
/// pi . direction - level, with the spatial momentum pi, including rotors.
struct SpatialMomentumCrossing {
  Vec<Space, double> direction;
  double level;

  double at(const Problem<double>& problem, const State<double>& s, double t,
            const Rotation<Space, Space, double>& turn) const {
    return dot(spatial_momentum(problem, s, t), turn * direction) - level;
  }
};

struct Event {
  std::variant<AxisCrossing, MomentumCrossing, SpatialMomentumCrossing> of;
  bool rising = true, falling = true;                        ///< which crossings count
  std::optional<signals::OrbitalPath<Space, double>> orbit;  ///< in whose frame vectors at rest are given

  double at(const Problem<double>& problem, const State<double>& s, double t) const {
    const auto turn = orbit ? OrbitFrame<double>(*orbit, t).turn : Rotation<Space, Space, double>::identity();
    return std::visit([&](const auto& k) { return k.at(problem, s, t, turn); }, of);
  }
};

}  // namespace polhode
