// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/node_torque.hpp"
#include "methods/family/predictor.hpp"

// Omelyan 1998: the leapfrog of angular velocities, solved
// [I. Omelyan, Phys. Rev. E 58 (1998) 1169; reimplements YADE, Omelyan1998]
//
//   u = w(n-1/2), v = w(n+1/2), g(w) = I w x w:   v = u + h I^-1 (T(n) + (g(u) + g(v))/2),   w(n) = (u + v)/2
//   q(n+1) = q(n) (turn by 4 atan(|h v|/4) about v) = q(n) cay(h v/2)^2
//
// From node to node, g being quadratic:
//   v  = w0 + (h/2) I^-1 (T0 + g(w0) + g(v - w0)),                          v solved (a)
//   w' = v + (h/2) I^-1 (2 T1 + g(v) + g(w')),   w1 = (v + w')/2            w', the next v, solved (b)
//
// Departures: the unknowns are I v and I w', which are not small where nothing pushes: of I (v - w0) a sphere has
// rounding alone, whose root Newton does not find. Solved to rounding, where YADE makes three passes and energy drifts.
namespace polhode {

struct OmelyanLeapfrog : NodeTorque {
  static constexpr MethodInfo info{.id = "omelyan-leapfrog",
                                   .label = "Omelyan 1998",
                                   .source = "Omelyan 1998",
                                   .reimplements = "YADE Omelyan1998",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .solves_per_step = 2};

  template <class P, class M, class T, class Counters>
  static M step(const P& body, M m, const T& t, const T& h, Counters& counters) {
    const auto g = [&](const auto& Pi) { return cross(Pi, body.Omega(Pi)); };
    auto& Pi = m.state.Pi;  // no binding: Clang does not capture it
    auto& R = m.state.R;
    const auto G0 = g(Pi) + m.T_body;
    const auto V = solve(  // (a)
        h, [&](const T& k) { return Pi + (k / 2) * G0; },
        [&](const auto& x, const T& k) { return x - Pi - (k / 2) * (G0 + g(x - Pi)); }, counters);
    const auto E = cay((h / 2) * body.Omega(V));
    R = R * (E * E);
    m.T_body = body.torque(t + h, R);
    const auto G1 = 0.5 * g(V) + m.T_body;
    const auto W = solve(  // (b)
        h, [&](const T& k) { return predictor(body, V, m.T_body, k, k); },
        [&](const auto& x, const T& k) { return x - V - k * G1 - (k / 2) * g(x); }, counters);
    Pi = 0.5 * (V + W);
    return m;
  }
};

}  // namespace polhode
