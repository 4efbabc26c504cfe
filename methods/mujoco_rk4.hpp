// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// MuJoCo RK4: the classical tableau, with stages on the group but their angular velocities added up as they are
// [reimplements MuJoCo, `RK4`: src/engine/engine_forward.c, mj_RungeKutta]
//
//   F_i  = Pi_i x w_i + T(t0 + a_i h, R_i),   a = (0, 1/2, 1/2, 1),   i = 1..4                    (a)
//   Pi_i = Pi0 + a_i h F_(i-1),   R_i = R0 exp(a_i h w_(i-1))                                     (b)
//   Pi1  = Pi0 + (h/6) (F_1 + 2 F_2 + 2 F_3 + F_4)                                                (c)
//   R1   = R0 exp((h/6) (w_1 + 2 w_2 + 2 w_3 + w_4))                                              (d)
//
// The angular velocities of different attitudes are added up without dexp^-1: the commutator is missing, and the
// attitude is of order 2. (With it, it would be mkrk-rk4.)
namespace polhode {

struct MujocoRk4 : SelfStarting {
  static constexpr MethodInfo info{.id = "mujoco-rk4",
                                   .label = "MuJoCo RK4",
                                   .source = "MuJoCo 3.12, src/engine/engine_forward.c, mj_RungeKutta",
                                   .reimplements = "MuJoCo RK4",
                                   .order = 2,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {4},
                                   .order_without_torque = {{4, 2}},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    struct Stage {
      Vec<Body, T> w, F;
    };
    const auto stage = [&](const Vec<Body, T>& Pi, const Attitude<T>& R, const T& t) {
      const auto w = body.Omega(Pi);
      return Stage{w, cross(Pi, w) + body.torque(t, R, Pi)};  // (a)
    };
    const auto after = [&](const T& ah, const Stage& k) {
      return stage(Pi0 + ah * k.F, R0 * exp(ah * k.w), t0 + ah);  // (b)
    };
    const T half = h / 2;
    const auto k1 = stage(Pi0, R0, t0), k2 = after(half, k1), k3 = after(half, k2), k4 = after(h, k3);
    const auto sum = [](const auto& a, const auto& b, const auto& c, const auto& d) { return a + 2 * (b + c) + d; };
    return {Pi0 + (h / 6) * sum(k1.F, k2.F, k3.F, k4.F),       // (c)
            R0 * exp((h / 6) * sum(k1.w, k2.w, k3.w, k4.w))};  // (d)
  }
};

}  // namespace polhode
