// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// The free body of Celledoni & Säfström 2006, Figure 2.
//
//   I = (1, 2, 3),  omega(0) = (1, -2, 1),  t in [0, 400].   Constant: energy, spatial momentum. Reference: exact.
namespace polhode {

struct FreeSaefstroem2 {
  static constexpr ProblemInfo info{"free-saefstroem-2", "free body, I = (1, 2, 3), Omega = (1, -2, 1)",
                                    "Celledoni & Säfström 2006, Fig. 2"};

  template <class T>
  static FreeBody<T> make() {
    FreeBody<T> body{{Inertia<T>(T(1), T(2), T(3)), {{}, Attitude<T>::identity()}}};
    body.initial.Pi = body.momentum({T(1), T(-2), T(1)});
    return body;
  }
};

}  // namespace polhode
