// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "core/stepping/body.hpp"

namespace polhode::reference {

/// Approximate largest angular speed that a body has or may reach, in radians per time. `most` is the rate that all its
/// momentum on the axis of the least moment, or all its torque about it, would give. If the moments obey the triangle
/// inequality, a free body turns at most sqrt(2) times as fast as at any other time, because its momentum does not move
/// to an axis whose moment is a millionth. The torque about each axis is evaluated at the start and a quarter turn from
/// there. With rotors, or with moments that violate the inequality, the result is `most`.
template <class P>
typename P::Scalar turning_rate(const P& body, const typename P::Scalar& t, const typename P::Scalar& most) {
  using T = typename P::Scalar;
  using std::abs, std::sqrt;
  const T ample(8);  // below this, bodies are as others are
  const auto& start = body.initial;
  const T least = std::min({body.I[0], body.I[1], body.I[2]}), greatest = std::max({body.I[0], body.I[1], body.I[2]});
  const bool of_masses =
      T(body.I[0] + body.I[1] + body.I[2]) >= T(2) * greatest - T(1e-3) * least && !body.has_rotors();
  T rate = norm(body.Omega(start.Pi));
  if (!of_masses || rate == 0 || most <= ample * rate) return most;
  const auto kicked = [&](const auto& attitude) {
    const auto kick = body.total(t, attitude, start.Pi);
    for (int i = 0; is_finite(kick) && i < 3; ++i) rate = std::max(rate, T(sqrt(T(abs(T(kick[i] / body.I[i]))))));
  };
  kicked(start.R);
  for (int i = 0; i < 3; ++i) kicked(start.R * exp(T(pi_of<T>() / 2) * axis<Body, T>(i)));
  return std::min(most, T(ample * rate));
}

}  // namespace polhode::reference
