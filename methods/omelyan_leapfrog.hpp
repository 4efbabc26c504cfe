// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"
#include "methods/family/node_torque.hpp"

// Omelyan 1998: the leapfrog of angular velocities, solved
// [I. Omelyan, Phys. Rev. E 58 (1998) 1169; reimplements YADE, Omelyan1998]
//
//   u = w(n-1/2), v = w(n+1/2), g(w) = I w x w:   v = u + h I^-1 (T(n) + (g(u) + g(v))/2),   w(n) = (u + v)/2
//   q(n+1) = q(n) (turn by 4 atan(|h v|/4) about v) = q(n) cay(h v/2)^2
//
// From node to node, g being quadratic:
//   I d  = h (T0 + g(w0) + g(d)/4),       v  = w0 + d/2                                           d solved (a)
//   I d' = h (T1 + (g(v) + g(v + d'))/2), w1 = v + d'/2                                          d' solved (b)
//
// Departures: the unknowns are I d and I d'; solved to rounding, where YADE makes three passes and energy drifts.
namespace polhode {

struct OmelyanLeapfrog : NodeTorque {
  static constexpr MethodInfo info{.id = "omelyan-leapfrog",
                                   .label = "Omelyan 1998",
                                   .aliases = {},
                                   .source = "Omelyan 1998",
                                   .reimplements = "YADE Omelyan1998",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::no},
                                   .energy = {Answer::no},
                                   .solves_per_step = 2};

  template <class P, class M, class T, class Counters>
  static M step(const P& body, M m, const T& t, const T& h, Counters& counters) {
    const auto g = [&](const auto& Pi) { return cross(Pi, body.Omega(Pi)); };
    auto& [Pi, R] = m.state;
    const auto G0 = g(Pi) + m.T_body;
    const auto d = solve(  // (a)
        h, [&](const T& k) { return k * G0; }, [&](const auto& x, const T& k) { return x - k * G0 - (k / 4) * g(x); },
        counters);
    const auto V = Pi + 0.5 * d;
    const auto E = cay((h / 2) * body.Omega(V));
    R = R * (E * E);
    m.T_body = body.torque(t + h, R);
    const auto G1 = 0.5 * g(V) + m.T_body;
    const auto d1 = solve(  // (b)
        h, [&](const T& k) { return predictor(body, V, m.T_body, k, k) - V; },
        [&](const auto& x, const T& k) { return x - k * G1 - (k / 2) * g(x + V); }, counters);
    Pi = V + 0.5 * d1;
    return m;
  }
};

}  // namespace polhode
