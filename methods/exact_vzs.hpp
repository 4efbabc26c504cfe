// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"

// EXACT-VZS: the free motion in the frame of van Zon and Schofield
// [van Zon & Schofield 2007; Celledoni & Zanna 2008, section 1.4, case (3)]
//
//   P = rows [v, m x v, m],  v = m x e3/|m x e3|;   dR = P(0)^T exp(psi e3) P(h)
//   psi = h/I3 + (I31/(I1 I3 lambda)) [ Pi(u1; n) - Pi(u0; n) ],  n = -(B31/B13)^2
//
// For motion about axis 1; n about axis 3 and the departures are in methods/family/frames.hpp (VzsFrame).
namespace polhode {

struct ExactVzs : FreeOnly<EllipticFlow<orbit::VzsFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info = exact_info("exact-vzs", "exact, van Zon-Schofield",
                                                "van Zon & Schofield 2007; Celledoni & Zanna 2008, sec. 1.4, case (3)");
};

}  // namespace polhode
