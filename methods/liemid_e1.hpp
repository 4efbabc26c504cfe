// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/midpoint_drift.hpp"
#include "methods/family/splitting.hpp"

// LIEMID[E1]: explicit in the torque, impulse at the end = K(h) D(h)
// [Krysl 2004, section 3; "adjoint", variant 1]
//
//   D(h): the midpoint-Lie drift                                                   (a)
//   K(h): Pi1 <- Pi1 + h T(t1, R1)                                                 (b)
//
// Departures: the paper swaps the names between its vector and its rotation section; we follow the latter.
namespace polhode {

struct LiemidE1 : SelfStarting {
  static constexpr MethodInfo info{.id = "liemid-e1",
                                   .label = "LIEMID[E1]",
                                   .source = "Krysl 2004, sec. 3",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::no, "under torque"},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .order_without_torque = 2,
                                   .supports = Dependence::linear};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const auto s = drifted<MidpointDrift>(body, s0, t0, h, counters);     // (a)
    return {kicked(body, s.Pi, kick_torque(body, t0 + h, s.R), h), s.R};  // (b)
  }
};

}  // namespace polhode
