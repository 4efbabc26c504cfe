// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/midpoint_drift.hpp"
#include "methods/family/splitting.hpp"

// LIEMID[E2]: explicit in the torque, impulse at the beginning = D(h) K(h)
// [Krysl 2004, section 3; variant 2]
//
//   K(h): Pi <- Pi0 + h T(t0, R0)                                                  (a)
//   D(h): the midpoint-Lie drift                                                   (b)
namespace polhode {

struct LiemidE2 : SelfStarting {
  static constexpr MethodInfo info{.id = "liemid-e2",
                                   .label = "LIEMID[E2]",
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
    const RigidState<T> s{kicked(body, s0.Pi, kick_torque(body, t0, s0.R), h), s0.R};  // (a)
    return drifted<MidpointDrift>(body, s, t0, h, counters);                           // (b)
  }
};

}  // namespace polhode
