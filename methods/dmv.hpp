// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/dmv.hpp"

// DMVn: preprocessed discrete Moser-Veselov of order 2, 4, 6, 8, 10, solved by Newton's method
// [Moser & Veselov 1991; Hairer & Vilmart 2006; Celledoni & Zanna 2008, section 4.2]
//
//   J = modified moments;   r_i = (1 + |r|^2) h Pi0_i/(2 J_i) + ((J_j - J_k)/J_i) r_j r_k           r is solved for
//   Pi1_i = Pi0_i + (4/h) (J_j - J_k) r_j r_k / (1 + |r|^2),   R1 = R0 cay(2 r)
//
// The modified moments are in methods/family/dmv.hpp. Departures: the paper sweeps until nothing changes (dmvN-fp),
// which takes the longer the larger h is. A step with h |Pi| > 1.5 min I is step_too_large: it could end at another
// root.
namespace polhode {

template <int order>
struct Dmv : FreeOnly<DmvFlow<order, DmvNewton>> {
  static constexpr MethodInfo info = dmv_info<order>(DmvFlow<order>::id, DmvFlow<order>::label, Solver::newton);
};

}  // namespace polhode
