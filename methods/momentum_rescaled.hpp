// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// Momentum rescaled: SIE whose gyroscopic part keeps |Pi|
// [reimplements Jolt, Physics/Body/MotionProperties.inl, gyroscopic flag on; PhysX, flag for gyroscopic forces; Rapier,
// src/dynamics/rigid_body.rs; Avian, src/dynamics/integrator/mod.rs]
//
//   L   = Pi0 + h Pi0 x w0                                                                        (a)
//   L   <- L |Pi0| / |L|, or L if it is 0                                                         (b)
//   Pi1 = L + h T0                                                                                (c)
//   R1  = R0 exp(h w1)                                                                            (d)
//
// Departures: the order of gyroscopic part and torque is Jolt's. Avian and Rapier add the torque first and rescale to
// |Pi0 + h T0|; Rapier turns by cay(h w1). Without torque and but for Rapier's cay these are one map.
namespace polhode {

struct MomentumRescaled : SelfStarting {
  static constexpr MethodInfo info{.id = "momentum-rescaled",
                                   .label = "SIE, momentum rescaled",
                                   .source = "Jolt, MotionProperties.inl",
                                   .reimplements = "Jolt and PhysX, gyroscopic flag on; Rapier; Avian",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    auto L = Pi0 + h * cross(Pi0, body.Omega(Pi0));                       // (a)
    if (const T size = norm(L); size > T(0)) L = (norm(Pi0) / size) * L;  // (b)
    const auto Pi1 = L + h * body.torque(t0, R0, Pi0);                    // (c)
    return {Pi1, R0 * exp(h * body.Omega(Pi1))};                          // (d)
  }
};

}  // namespace polhode
