// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/newton_gyro.hpp"

// Bullet: gyroscopic impulse by one Newton iteration and torque impulse, both from w0, and a bent exponential
// [reimplements Bullet since 2.83, its default: BulletDynamics/Dynamics/btRigidBody.cpp,
// ConstraintSolver/btSequentialImpulseConstraintSolver.cpp, LinearMath/btTransformUtil.h]
//
//   w1   = w0 + N(w0)^-1 h (I w0 x w0) + h I^-1 T0                                                (a)
//   N(w) = I + h (hat(w) I - hat(I w))                                     (family/newton_gyro.hpp)
//   R1   = R0 E,   th = |h w1|,   c = pi/4                                                        (b)
//   E    = exp(h w1)                                                     where th <= c            (c)
//   E    = r / |r|,   r = (cos(c/2), sin(c/2)/c h w1)                    elsewhere                (d)
//
// The limit of pi/4 per step is none: E turns by 2 atan(th/c tan(c/2)), towards pi. The velocity is not changed.
// Departures: written for Pi = I w. The two implicit flags are one map. Left out: the Taylor branch below |w| = 0.001.
namespace polhode {

struct Bullet : SelfStarting {
  static constexpr MethodInfo info{.id = "bullet",
                                   .label = "Bullet",
                                   .source = "Bullet, btRigidBody.cpp, btTransformUtil.h",
                                   .reimplements = "Bullet since 2.83",
                                   .order = 1,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto gyro = newton_gyro(body, Pi0, h, h * cross(Pi0, body.Omega(Pi0)));
    const auto Pi1 = Pi0 + gyro + h * body.torque(t0, R0, Pi0);  // (a)
    return {Pi1, R0 * turn(h * body.Omega(Pi1))};                // (b)
  }

 private:
  template <class T>
  static Rotation<Body, Body, T> turn(const Vec<Body, T>& a) {
    const T c = pi_of<T>() / 4;
    if (norm2(a) <= c * c) return exp(a);  // (c)
    const auto [cos, sinc] = cos_sinc(c * c / 4);
    const auto v = (sinc / 2) * a;
    return normalised(Rotation<Body, Body, T>{cos, v[0], v[1], v[2]});  // (d)
  }
};

}  // namespace polhode
