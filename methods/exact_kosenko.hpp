// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"

// EXACT-KOSENKO: the free motion with quaternions, in the frame of the shortest turn
// [Kosenko 1998; Celledoni & Zanna 2008, section 1.4, case (1), equation (16); Algorithm 2]
//
//   p(m): the shortest turn that takes m to e;   dR = p(m0)^-1 exp(psi e) p(m1)
//   psi = h/I1 - (I31/(I1 I3 lambda)) [ Pi(u1; n) - Pi(u0; n) - (f(u1) - f(u0)) ],  n = -I1 I32/(I3 I21)
//
// For motion about axis 1; exchange 1 and 3 about axis 3. f and the departures are in methods/family/frames.hpp
// (KosenkoFrame). Next to needles Pi and f cancel: `exact` does not lose there.
namespace polhode {

struct ExactKosenko : FreeOnly<EllipticFlow<orbit::KosenkoFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info = exact_info(
      "exact-kosenko", "exact, quaternion", "Kosenko 1998; Celledoni & Zanna 2008, sec. 1.4, eq. (16), Algorithm 2");
};

}  // namespace polhode
