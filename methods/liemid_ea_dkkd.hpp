// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/midpoint_drift.hpp"
#include "methods/family/splitting.hpp"

// LIEMID[EA], the other order: E1(h/2), then E2(h/2) = D(h/2) K(h) D(h/2)
// [Krysl 2004, section 3, read with the names of its vector section]
//
//   D(h/2): the midpoint-Lie drift                                                 (a)
//   Pi <- Pi + h T(t0 + h/2, R)                                                    (b)
//   D(h/2)                                                                         (c)
namespace polhode {

struct LiemidEaDkkd : SelfStarting {
  static constexpr MethodInfo info{.id = "liemid-ea-dkkd",
                                   .label = "LIEMID[EA] DKKD",
                                   .source = "Krysl 2004, sec. 3",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .solves_per_step = 2,
                                   .supports = Dependence::linear};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const T half = h / 2;
    auto s = drifted<MidpointDrift>(body, s0, t0, half, counters);    // (a)
    s.Pi = kicked(body, s.Pi, kick_torque(body, t0 + half, s.R), h);  // (b)
    return drifted<MidpointDrift>(body, s, t0 + half, half, counters);  // (c)
  }
};

}  // namespace polhode
