// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"

// EXACT-MATRIX: the free motion with rotation matrices, by three incomplete elliptic integrals per step
// [Celledoni & Zanna 2008, section 1.3, equations (6)-(9); Algorithm 1]
//
//   P = rows [v, m x v, m],  v = m'/|m'|;   dR = P(0)^T Y P(h),   Y: a turn by psi about e3
//   psi = 2T h + ((1 - 2T I2)/(lambda I2)) [ Pi(am u1; n) - Pi(am u0; n) ],   u1 = u0 + lambda h,  u0 = F(am u0)
//
// Cases and signs are in methods/family/frames.hpp (MatrixFrame), the momentum in methods/family/elliptic_flow.hpp.
// It is here for comparison: `exact` has the same motion, faster.
namespace polhode {

struct ExactMatrix : FreeOnly<EllipticFlow<orbit::MatrixFrame<orbit::Carlson>>> {
  static constexpr MethodInfo info =
      exact_info("exact-matrix", "exact, matrix", "Celledoni & Zanna 2008, sec. 1.3, eq. (9), Algorithm 1");
};

}  // namespace polhode
