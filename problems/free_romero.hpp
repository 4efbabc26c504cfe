// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// The free body of Romero 2008, section 7.1.
//
//   I = (9, 4, 1),  Omega(0) = (3, 0, 12),  R(0) = a turn by 0.4 about e1,  t in [0, 5].
//
// The signs in Omega(0) and R(0) are our choice; momentum errors do not depend on them. The motion is close to the
// separatrix (|Pi|^2 / (2H) = 3.88, I2 = 4). Constant: energy 112.5, spatial momentum. Reference: exact.
namespace polhode {

struct FreeRomero {
  static constexpr ProblemInfo info{"free-romero", "free body, I = (9, 4, 1), Omega = (3, 0, 12)",
                                    "Romero 2008, sec. 7.1"};

  template <class T>
  static FreeBody<T> make() {
    FreeBody<T> body{{Inertia<T>(T(9), T(4), T(1)), {}}};
    body.initial = {body.momentum({T(3), T(0), T(12)}), relabel<Body, Space>(axis_rotation<0, Body, T>(T(2) / T(5)))};
    return body;
  }
};

}  // namespace polhode
