// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/dmv.hpp"

// DMV6-FP: preprocessed discrete Moser-Veselov of order 6, solved as published, by fixed-point sweeps
// [Moser & Veselov 1991; Hairer & Vilmart 2006; Celledoni & Zanna 2008, section 5]
//
//   J = modified moments;   r_i = (1 + |r|^2) h Pi0_i/(2 J_i) + ((J_j - J_k)/J_i) r_j r_k           r is solved for
//   Pi1_i = Pi0_i + (4/h) (J_j - J_k) r_j r_k / (1 + |r|^2),   R1 = R0 cay(2 r)
//
// The modified moments and the iteration are in methods/family/dmv.hpp. Departures: none; where the sweeps do not
// end, or could end at another root (h |Pi| > 1.5 min I), the step fails.
namespace polhode {

struct Dmv6Fp : Dmv<6, DmvSweeps> {
  static constexpr MethodInfo info{.id = "dmv6-fp",
                                   .label = "DMV6-FP",
                                   .aliases = {},
                                   .source = "Hairer & Vilmart 2006; Celledoni & Zanna 2008, sec. 5",
                                   .order = 6,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = 0,
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes},
                                   .energy = {Answer::yes}};
};

}  // namespace polhode
