// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// RK4 held: the classical Runge-Kutta method on (Pi, q), the body components of the torque held over the step
// [reimplements 42, Source/42dynamics.c, OneBodyEOM and OneBodyRK4; the order of calls in 42exec.c]
//
//   Pi' = Pi x w + T0,   q' = q (0, w) / 2,   w = I^-1 Pi                                         (a)
//   q1  <- q1 / |q1|                                                                              (b)
//
// Of order 4 without torque, of order 1 under one that depends on attitude or time.
// Departures: q1 = q0 e, where e starts at 1: the equation of q is linear, so that the increment is normalised.
namespace polhode {

struct Rk4Held : SelfStarting {
  static constexpr MethodInfo info{.id = "rk4-held",
                                   .label = "RK4, torque held",
                                   .source = "42, Source/42dynamics.c, OneBodyRK4",
                                   .reimplements = "42",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .order_without_torque = 4,
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    using Increment = Rotation<Body, Body, T>;
    struct Rate {
      Vec<Body, T> Pi;
      Increment e;
    };
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto field = [&](const Vec<Body, T>& Pi, const Increment& e) {
      const auto w = body.Omega(Pi);
      return Rate{cross(Pi, w) + T0, quaternion_rate(e, w)};  // (a)
    };
    const auto one = Increment::identity();
    const auto after = [&](const T& ah, const Rate& k) { return field(Pi0 + ah * k.Pi, plus(one, ah, k.e)); };
    const T half = h / 2, third = h / 3, sixth = h / 6;
    const auto k1 = field(Pi0, one), k2 = after(half, k1), k3 = after(half, k2), k4 = after(h, k3);
    const auto e = plus(plus(plus(plus(one, sixth, k1.e), third, k2.e), third, k3.e), sixth, k4.e);
    return {Pi0 + sixth * (k1.Pi + k4.Pi) + third * (k2.Pi + k3.Pi), R0 * normalised(e)};  // (b)
  }
};

}  // namespace polhode
