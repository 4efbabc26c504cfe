// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

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

/// What a run is watched for: a number that passes zero, of a state at a time. Vectors at rest are in the axes of space,
/// or of the frame that `turn` takes to them.
struct Event {
  std::function<double(const Problem<double>& problem, const State<double>& s, double t,
                       const Rotation<Space, Space, double>& turn)>
      of;
  bool rising = true, falling = true;                        ///< which crossings count
  std::optional<signals::OrbitalPath<Space, double>> orbit;  ///< in whose frame vectors at rest are given

  double at(const Problem<double>& problem, const State<double>& s, double t) const {
    return of(problem, s, t, orbit ? OrbitFrame<double>(*orbit, t).turn : Rotation<Space, Space, double>::identity());
  }
};

}  // namespace polhode
