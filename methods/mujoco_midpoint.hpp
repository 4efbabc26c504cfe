// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// MuJoCo midpoint: the implicit midpoint rule for Pi, the torque held from the start
// [reimplements MuJoCo 3.7 to 3.10, `implicitfast`, bodies without children (commit 0c337799); Genesis]
//
//   x   = Pi0 + (h/2) (x x I^-1 x + T0)                        x: momentum at the midpoint        (a) solved
//   Pi1 = 2 x - Pi0                                                                               (b)
//   R1  = R0 exp(h I^-1 x)                                                                        (c)
//
// Without torque it is IMID, of order 2; the torque held makes it of order 1.
namespace polhode {

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

}  // namespace polhode
