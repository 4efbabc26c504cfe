// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// SIE: the semi-implicit ("symplectic") Euler rule on body rates
// [reimplements MuJoCo, `Euler`: src/engine/engine_forward.c, mj_Euler and mj_advance; engine_util_spatial.c,
// quatIntegrate. Bullet with its flag "explicit"]
//
//   w1 = w0 + h I^-1 (I w0 x w0 + T0)                                                             (a)
//   R1 = R0 exp(h w1)                                                                             (b)
//
// Departures: written for Pi = I w. Bullet cuts |w x I w| at 100 in the user's units, which is left out.
//
// SIE without the gyroscopic term: what engines do by default that leave w x I w out
// [reimplements PhysX, lowleveldynamics/src/DyBodyCoreIntegrator.h; Jolt, Physics/Body/MotionProperties.inl and
// Body.inl, gyroscopic flag off; bepuphysics2, mode 0]
//
//   w1 = w0 + h I^-1 T0                                                                           (a)
//   R1 = R0 exp(h w1)                                                                             (b)
//
// It integrates I w' = T, which is a rigid body's equation for three equal moments only: otherwise its error does not
// fall with h. Without torque w and with it the kinetic energy are kept, while R Pi turns with the body.
// Departures: written for Pi = I w.
//
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

struct SemiImplicitEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "semi-implicit-euler",
                                   .label = "SIE",
                                   .source = "MuJoCo 3.12, src/engine/engine_forward.c, mj_Euler",
                                   .reimplements = "MuJoCo Euler; Bullet, explicit gyroscopic term",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto Pi1 = Pi0 + h * (cross(Pi0, body.Omega(Pi0)) + body.torque(t0, R0, Pi0));  // (a)
    return {Pi1, R0 * exp(h * body.Omega(Pi1))};                                          // (b)
  }
};

struct SemiImplicitEulerNoGyro : SelfStarting {
  static constexpr MethodInfo info{.id = "semi-implicit-euler-no-gyro",
                                   .label = "SIE without gyroscopic term",
                                   .source = "PhysX, DyBodyCoreIntegrator.h; Jolt, MotionProperties.inl",
                                   .reimplements = "PhysX, Jolt and Godot Physics as they come; bepuphysics2, mode 0",
                                   .order = no_order,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto Pi1 = Pi0 + h * body.torque(t0, R0, Pi0);  // (a)
    return {Pi1, R0 * exp(h * body.Omega(Pi1))};          // (b)
  }
};

struct MomentumRescaled : SelfStarting {
  static constexpr MethodInfo info{.id = "momentum-rescaled",
                                   .label = "SIE, momentum rescaled",
                                   .source = "Jolt, MotionProperties.inl",
                                   .reimplements = "Jolt and PhysX, gyroscopic flag on; Rapier; Avian",
                                   .order = 1,
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
