// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "core/stepping/body.hpp"

namespace polhode::reference {

/// How fast a body turns or may come to turn, about, in radians per time, where all its momentum on the axis of its
/// least moment, or all its torque about that, would give it the rate `most`. The moments of masses obey the triangle
/// inequality, and a body that nothing acts on then turns at most sqrt(2) times as fast as at any other time: its
/// momentum does not go over to an axis whose moment is a millionth. What its torque does about each axis is asked at
/// the start and a quarter turn from there. With rotors, or moments of no masses, it is `most`.
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
