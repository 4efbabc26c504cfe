// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"

// The free motion by integrals of the third kind, each in a frame of its own, in which it is a turn by an angle psi
// [Celledoni & Zanna 2008, sections 1.3 and 1.4, Algorithms 1 and 2]
//
//   exact-matrix   P = rows [v, m x v, m],  v = m'/|m'|;   dR = P(0)^T Y P(h),   Y: a turn by psi about e3
//                  psi = 2T h + ((1 - 2T I2)/(lambda I2)) [ Pi(am u1; n) - Pi(am u0; n) ],  u1 = u0 + lambda h,
//                  u0 = F(am u0)                                        section 1.3, equations (6)-(9); Algorithm 1
//   exact-mdot     the same frame as quaternions: p(m) takes m to e3 and m'/|m'| to e1, dR = p(m0)^-1 exp(psi e3) p(m1)
//                  p3^2 = (1 + m3)/4 + (I32 m2/(4 I2 I3 |m'|)) (m3 + I3 d2/I32);  p0, p1, p2 by (15);  psi by (9)
//                                                        section 1.4, case (2), equations (9), (12), (15)
//   exact-kosenko  p(m): the shortest turn that takes m to e;   dR = p(m0)^-1 exp(psi e) p(m1)
//                  psi = h/I1 - (I31/(I1 I3 lambda)) [ Pi(u1; n) - Pi(u0; n) - (f(u1) - f(u0)) ],
//                  n = -I1 I32/(I3 I21)              Kosenko 1998; section 1.4, case (1), equation (16); Algorithm 2
//   exact-vzs      P = rows [v, m x v, m],  v = m x e3/|m x e3|;   dR = P(0)^T exp(psi e3) P(h)
//                  psi = h/I3 + (I31/(I1 I3 lambda)) [ Pi(u1; n) - Pi(u0; n) ],  n = -(B31/B13)^2
//                                                        van Zon & Schofield 2007; section 1.4, case (3)
//
// psi of the last two is for motion about axis 1; cases, signs, f and the departures are in methods/family/frames.hpp
// (MatrixFrame, QuaternionFrame, KosenkoFrame, VzsFrame), the momentum in methods/family/elliptic_flow.hpp. They are
// here for comparison: `exact` has the same motion, faster, and does not lose next to needles, where Kosenko's Pi and f
// cancel.
namespace polhode {

struct ExactMatrix : FreeOnly<EllipticFlow<orbit::MatrixFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info =
      exact_info("exact-matrix", "exact, matrix", "Celledoni & Zanna 2008, sec. 1.3, eq. (9), Algorithm 1");
};

struct ExactMdot : FreeOnly<EllipticFlow<orbit::QuaternionFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info =
      exact_info("exact-mdot", "exact, quaternion of the matrix", "Celledoni & Zanna 2008, sec. 1.4, case (2)");
};

struct ExactKosenko : FreeOnly<EllipticFlow<orbit::KosenkoFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info = exact_info(
      "exact-kosenko", "exact, quaternion", "Kosenko 1998; Celledoni & Zanna 2008, sec. 1.4, eq. (16), Algorithm 2");
};

struct ExactVzs : FreeOnly<EllipticFlow<orbit::VzsFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info = exact_info("exact-vzs", "exact, van Zon-Schofield",
                                                "van Zon & Schofield 2007; Celledoni & Zanna 2008, sec. 1.4, case (3)");
};

}  // namespace polhode
