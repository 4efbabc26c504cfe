// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// The free body of Celledoni & Säfström 2006, Figure 1.
//
//   I = (1, 2, 3),  omega(0) = (1, 0, 2),  t in [0, 1].   Constant: energy, spatial momentum. Reference: exact.
namespace polhode {

struct FreeSaefstroem1 {
  static constexpr ProblemInfo info{"free-saefstroem-1", "free body, I = (1, 2, 3), Omega = (1, 0, 2)",
                                    "Celledoni & Säfström 2006, Fig. 1"};

  template <class T>
  static FreeBody<T> make() {
    FreeBody<T> body{{Inertia<T>(T(1), T(2), T(3)), {{}, Attitude<T>::identity()}}};
    body.initial.Pi = body.momentum({T(1), T(0), T(2)});
    return body;
  }
};

}  // namespace polhode
