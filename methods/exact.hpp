// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/exact_flow.hpp"

// EXACT: the motion of the free body by elliptic functions, with constants made anew in every step
// [Jacobi 1849; Celledoni & Zanna 2008, sections 1.2 to 1.4]
//
//   Pi1, dR = the flow of  Pi' = Pi x I^-1 Pi,  R' = R hat(I^-1 Pi)  over h, in closed form;  R1 = R0 dR
//
// The formulas are in methods/family, which splittings share: by theta functions for double (free_flow.hpp), by
// integrals of the third kind for other scalars, with their cases and misprints (elliptic_flow.hpp, frames.hpp).
namespace polhode {

struct Exact : FreeOnly<ExactFlow> {
  static constexpr MethodInfo info = [] {
    auto i = exact_info("exact", "exact", "Jacobi 1849; Celledoni & Zanna 2008, secs. 1.2-1.4");
    i.aliases = {"elliptic"};
    return i;
  }();
};

}  // namespace polhode
