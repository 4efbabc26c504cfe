// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/newton_gyro.hpp"

// Catto 2015: the gyroscopic term by one Newton iteration of implicit Euler, after the torque
// [E. Catto, Numerical Methods, GDC 2015; reimplements Box3D, src/solver.c; bepuphysics2, mode 2]
//
//   w*   = w0 + h I^-1 T0                                                                         (a)
//   w1   = w* + N(w*)^-1 h (I w* x w*)                                                            (b)
//   R1   = R0 cay(h w1)                                                                           (c)
//   N(w) = I + h (hat(w) I - hat(I w))                                     (family/newton_gyro.hpp)
//
// Departures: written for Pi = I w. "q += (h/2) q w, then normalise" is cay.
//
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
//
// Lacoursiere 2006: the gyroscopic term implicit in the velocity, with the momentum of the start
// [C. Lacoursiere, Stabilizing gyroscopic forces in rigid multibody simulations, report UMINF 06, 2006; reimplements
// ODE, ode/src/step.cpp, quickstep.cpp, util.cpp]
//
//   (I - h hat(Pi0)) w* = Pi0                                                                     (a)
//   w1                  = w* + h I^-1 T0                                                          (b)
//   R1                  = R0 cay(h w1)                                                            (c)
//
// so I (w* - w0) = -h w* x Pi0. The determinant is at least that of I.
// Departures: the formula is ODE's, the report was not at hand. The attitude is ODE's default; its "finite" rotation
// is exp.
namespace polhode {

struct Catto : SelfStarting {
  static constexpr MethodInfo info{.id = "catto",
                                   .label = "Catto 2015",
                                   .source = "Catto, Numerical Methods, GDC 2015",
                                   .reimplements = "Box3D; bepuphysics2, mode 2",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto Pi = Pi0 + h * body.torque(t0, R0, Pi0);                             // (a)
    const auto Pi1 = Pi + newton_gyro(body, Pi, h, h * cross(Pi, body.Omega(Pi)));  // (b)
    return {Pi1, R0 * cay(h * body.Omega(Pi1))};                                    // (c)
  }
};

struct Bullet : SelfStarting {
  static constexpr MethodInfo info{.id = "bullet",
                                   .label = "Bullet",
                                   .source = "Bullet, btRigidBody.cpp, btTransformUtil.h",
                                   .reimplements = "Bullet since 2.83",
                                   .order = 1,
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

struct Lacoursiere : SelfStarting {
  static constexpr MethodInfo info{.id = "lacoursiere",
                                   .label = "Lacoursiere 2006",
                                   .source = "Lacoursiere, report UMINF 06, 2006; ODE, ode/src/step.cpp",
                                   .reimplements = "ODE",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto& r = body.I.reciprocals;
    const Diagonal<T> reciprocals{r[0], r[1], r[2]}, one{T(1), T(1), T(1)};
    const auto Pi = solve_linear(one - h * hat_times(Pi0, reciprocals), Pi0);  // (a), of I w* = Pi
    const auto Pi1 = Pi + h * body.torque(t0, R0, Pi0);                        // (b)
    return {Pi1, R0 * cay(h * body.Omega(Pi1))};                               // (c)
  }
};

}  // namespace polhode
