// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"

// EXACT-MDOT: the free motion with quaternions, in the frame of exact-matrix
// [Celledoni & Zanna 2008, section 1.4, case (2), equations (9), (12), (15)]
//
//   p(m): takes m to e3 and mdot/|mdot| to e1;   dR = p(m0)^-1 exp(psi e3) p(m1)
//   p3^2 = (1 + m3)/4 + (I32 m2/(4 I2 I3 |mdot|)) (m3 + I3 d2/I32);   p0, p1, p2 by (15);   psi by (9)
//
// Cases and departures are in methods/family/frames.hpp (QuaternionFrame), the momentum in
// methods/family/elliptic_flow.hpp. It is here for comparison: `exact` has the same motion, faster.
namespace polhode {

struct ExactMdot : FreeOnly<EllipticFlow<orbit::QuaternionFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info =
      exact_info("exact-mdot", "exact, quaternion of the matrix", "Celledoni & Zanna 2008, sec. 1.4, case (2)");
};

}  // namespace polhode
