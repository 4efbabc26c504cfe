// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/midpoint_drift.hpp"
#include "methods/family/splitting.hpp"

// LIEMID[EA]: the alternation of E2(h/2) and E1(h/2) = K(h/2) D(h/2) D(h/2) K(h/2)
// [Krysl 2004, section 3]
//
//   Pi <- Pi0 + (h/2) T(t0, R0);   D(h/2) twice;   Pi1 <- Pi + (h/2) T(t1, R1)
//
// Departures: the order of the two halves is ambiguous in the paper; this one is Newmark's on vector spaces. The last
// torque is the first of the next step.
namespace polhode {

struct TwoMidpointDrifts {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
    const T half = h / 2;
    return midpoint_drift(body, midpoint_drift(body, s, half, counters), half, counters);  // D(h/2) twice
  }
};

struct LiemidEa : Strang<TwoMidpointDrifts> {
  static constexpr MethodInfo info{.id = "liemid-ea",
                                   .label = "LIEMID[EA]",
                                   .source = "Krysl 2004, sec. 3",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .solves_per_step = 2,
                                   .supports = Dependence::linear};
};

}  // namespace polhode
