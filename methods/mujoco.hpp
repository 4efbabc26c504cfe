// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/newton_gyro.hpp"
#include "methods/family/predictor.hpp"

// MuJoCo implicit: forces linearised in the velocity, one Newton iteration of implicit Euler
// [reimplements MuJoCo, `implicit`, and `implicitfast` since 3.11: src/engine/engine_forward.c, mj_implicit;
// engine_derivative.c]
//
//   N(w0) (w1 - w0) = h (I w0 x w0 + T0)                                                          (a)
//   R1              = R0 exp(h w1)                                                                (b)
//   N(w)            = I + h (hat(w) I - hat(I w))                          (family/newton_gyro.hpp)
//
// Departures: written for Pi = I w.
//
// MuJoCo midpoint: the implicit midpoint rule for Pi, the torque held from the start
// [reimplements MuJoCo 3.7 to 3.10, `implicitfast`, bodies without children (commit 0c337799); Genesis]
//
//   x   = Pi0 + (h/2) (x x I^-1 x + T0)                        x: momentum at the midpoint        (a) solved
//   Pi1 = 2 x - Pi0                                                                               (b)
//   R1  = R0 exp(h I^-1 x)                                                                        (c)
//
// Without torque it is IMID, of order 2; the torque held makes it of order 1.
//
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

struct MujocoImplicit : SelfStarting {
  static constexpr MethodInfo info{.id = "mujoco-implicit",
                                   .label = "MuJoCo implicit",
                                   .source = "MuJoCo 3.12, src/engine/engine_forward.c, mj_implicit",
                                   .reimplements = "MuJoCo implicit; implicitfast since 3.11",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto Pi1 =
        Pi0 + newton_gyro(body, Pi0, h, h * (cross(Pi0, body.Omega(Pi0)) + body.torque(t0, R0, Pi0)));  // (a)
    return {Pi1, R0 * exp(h * body.Omega(Pi1))};                                                        // (b)
  }
};

struct MujocoMidpoint : SelfStarting {
  static constexpr MethodInfo info{.id = "mujoco-midpoint",
                                   .label = "MuJoCo midpoint",
                                   .source = "MuJoCo, commit 0c337799",
                                   .reimplements = "MuJoCo implicitfast, 3.7 to 3.10; Genesis",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .order_without_torque = 2,
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g / 2); };
    const auto residual = [&](const auto& x, const T& g) {
      return x - Pi0 - (g / 2) * (cross(x, body.Omega(x)) + T0);  // (a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {2 * x - Pi0, R0 * exp(h * body.Omega(x))};  // (b), (c)
  }
};

struct MujocoRk4 : SelfStarting {
  static constexpr MethodInfo info{.id = "mujoco-rk4",
                                   .label = "MuJoCo RK4",
                                   .source = "MuJoCo 3.12, src/engine/engine_forward.c, mj_RungeKutta",
                                   .reimplements = "MuJoCo RK4",
                                   .order = 2,
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
