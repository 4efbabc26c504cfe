// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// The dumbbell of Romero 2008, section 7.2, a spherical pendulum.
//
//   I = 2,  g = 3 e3,  d(0) = sin(theta) e2 + cos(theta) e3,  body velocity 3 e1 + 2 e2,  t in [0, 5].
//
// theta is not given in the paper; 0.4, the angle of its free body, is assumed. The body velocity becomes a spatial
// one by the drill-free rotation of d(0). Constant: |d|, omega.d, energy, omega.e3. Reference: exact.
namespace polhode {

struct DumbbellRomero {
  static constexpr ProblemInfo info{"dumbbell-romero", "dumbbell in a constant field, I = 2, g = 3 e3",
                                    "Romero 2008, sec. 7.2"};

  template <class T>
  static Director<T> make() {
    using std::cos, std::sin;
    const T theta = T(2) / T(5);
    const Vec<Space, T> d{T(0), sin(theta), cos(theta)};
    return {T(2), {d, drill_free(d, {T(3), T(2), T(0)})}, {T(0), T(0), T(3)}};
  }
};

}  // namespace polhode
