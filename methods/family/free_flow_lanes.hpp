// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/free_lanes.hpp"

namespace polhode {

/// FreeFlow for the body in each lane, if its motion is in the standard branch, and up to angles that are reduced
/// without a branch.
template <class T>
class LanesFlow {
 public:
  /// From the momentum c and the attitude R0 at t = 0.
  LanesFlow(const LanesMomentum<T>& c, const Attitude<T>& R0) : series(c.region(), c.orbit) {
    using std::abs, std::copysign;
    const auto axes = c.to_body(T(1), T(2), T(3));
    for (int k = 0; k < 3; ++k) from[k] = abs(axes[k]) - 1, sign[k] = copysign(T(1), axes[k]);
    const auto back = inverse(normalised(detail::attitude(series.at(series.start), {1, 0})));
    for (int j = 0; j < 4; ++j) {
      T e[4] = {0, 0, 0, 0};
      e[j] = 1;
      const auto q = R0 * c.to_body(back * detail::CanonicalRotation<T>{e[0], e[1], e[2], e[3]});
      L[0][j] = q.w, L[1][j] = q.x, L[2][j] = q.y, L[3][j] = q.z;
    }
    const T rate = abs(series.rate), lambda = abs(series.lambda);
    reach = select(c.supports(T(0)), T(0.99 * theta::library_angle) / select(rate > lambda, rate, lambda), T(-1));
  }

  /// At time t, in the lanes where |t| <= reach.
  RigidState<T> state(const T& t) const {
    using std::sqrt;
    const auto phase = series.advanced(series.start, series.template turn<theta::cis<T>>(t));
    const theta::Point<T> p = series.at(phase);
    const auto z = detail::attitude(p, phase.psi);
    const auto row = [&](int i) { return L[i][0] * z.w + L[i][1] * z.x + L[i][2] * z.y + L[i][3] * z.z; };
    const T r = 1 / p.N(), s = sqrt(r);
    const auto m = LanesConstants<T>::pick({r * p.m1, r * p.m2, r * p.m3}, from);
    const Vec<Body, T> Pi{sign[0] * m[0], sign[1] * m[1], sign[2] * m[2]};
    return {Pi, {s * row(0), s * row(1), s * row(2), s * row(3)}};
  }

  T reach;  ///< below 0 in a lane that is not served

 private:
  theta::Standard<T> series;
  T from[3], sign[3];  ///< which canonical component each of Pi is
  T L[4][4];           ///< z to R, as of FreeFlow
};

}  // namespace polhode
