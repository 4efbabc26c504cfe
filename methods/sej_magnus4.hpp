// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/exact_flow.hpp"

// SEJ-Magnus4: SEJ with an exact momentum and an attitude by one fourth-order Magnus step
// [Celledoni & Säfström 2006, section 2; section 3 evaluates omega at t_j, t_{j+1/2}, t_{j+1}]
//
//   w0, wm, w1 = exact free angular velocities at 0, h/2, h                        (a)
//   Theta      = (h/6) (w0 + 4 wm + w1) + (h^2/12) w0 x w1                         (b)
//   S1(h):       Pi <- Pi(h),   R <- R exp(Theta)                                  (c)
//   step       = S2(h/2) S1(h) S2(h/2)
//
// Departures: this is the reading under which the paper's words "symmetric, not symplectic" hold.
namespace polhode {

struct Magnus4Flow {
  static constexpr std::string_view id = "magnus4";
  static constexpr Order order{exact_order, 4};
  static constexpr bool symplectic = false;

  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters&) {
    const auto Pi_m = ExactFlow::momentum(body.I, s.Pi, h / 2), Pi_1 = ExactFlow::momentum(body.I, s.Pi, h);
    const auto w0 = body.Omega(s.Pi), wm = body.Omega(Pi_m), w1 = body.Omega(Pi_1);  // (a)
    const auto Theta = (h / 6) * (w0 + 4 * wm + w1) + (h * h / 12) * cross(w0, w1);  // (b)
    return {Pi_1, s.R * exp(Theta)};                                                 // (c)
  }
};

struct SejMagnus4 : Strang<Magnus4Flow> {
  static constexpr MethodInfo info{.id = "sej-magnus4",
                                   .label = "SEJ-Magnus4",
                                   .aliases = {"sej:magnus4"},
                                   .source = "Celledoni & Säfström 2006, secs. 2-3",
                                   .order = 2,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .energy = {Answer::yes, "without torque"},
                                   .order_without_torque = Magnus4Flow::order,
                                   .supports = Dependence::linear};
};

}  // namespace polhode
