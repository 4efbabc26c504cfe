// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"
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

}  // namespace polhode
