// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/axis_turn.hpp"
#include "methods/family/splitting.hpp"

// MR: McLachlan-Reich splitting into rotations about the principal axes
// [McLachlan 1993; Reich 1994; as used by Celledoni & Säfström 2006, section 4]
//
//   H_a = Pi_a^2 / (2 I_a)        its flow R_a(h) turns the body about e_a by theta = h Pi_a / I_a:
//                                 Pi <- exp(-theta e_a) Pi,   R <- R exp(theta e_a)
//   free flow  D(h) = R_1(h/2) R_2(h/2) R_3(h) R_2(h/2) R_1(h/2)          (family/axis_turn.hpp)
//   step            = K(h/2) D(h) K(h/2),   K(h): Pi <- Pi + h T(t, R)      (family/splitting.hpp)
//
// Departures: the paper carries u = R^T u0, we carry R. Its C = omega_1/I_1 in R_x must read pi_1/I_1. The order
// of the axes, 1-2-3-2-1 in the body's own order, matters for the error constants.
namespace polhode {

struct MrFlow : AxisTurns<0, 1, 2> {
  static constexpr std::string_view id = "mr";
  static constexpr Order order = 2;
  static constexpr bool symplectic = true, conserves_energy = false, order_of_axes_matters = true;
};

struct Mr : Strang<MrFlow> {
  static constexpr MethodInfo info{.id = "mr",
                                   .label = "MR",
                                   .aliases = {"mclachlan-reich"},
                                   .source = "McLachlan 1993; Reich 1994; Celledoni & Säfström 2006, sec. 4",
                                   .order = 2,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .order_of_axes_matters = true,
                                   .supports = Dependence::linear};
};

}  // namespace polhode
