// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// FE: forward Euler in differential form
// [Krysl 2006, section 3.2, equations (11)]
//
//   Pi1 = Pi0 + h (-w0 x Pi0 + T0),   w0 = I^-1 Pi0                                (11a)
//   R1  = R0 exp(h w0)                                                             (11b)
//
// BE: backward Euler in differential form
// [Krysl 2006, section 3.2, equations (12)]
//
//   R1  = R0 exp(h w1),   w1 = I^-1 Pi1                                            (12b)
//   Pi1 = Pi0 - h w1 x Pi1 + h T(t1, R1)                                           (12a) solved for x = Pi1
//
// FEM: forward Euler in momentum form
// [Krysl 2006, section 3.6, equations (18)]
//
//   Pi1 = exp(-psi) (Pi0 + h T0)                                                   (18a)
//   R1  = R0 exp(psi),   psi = h I^-1 Pi0                                          (18b)
//
// BEM: backward Euler in momentum form
// [Krysl 2006, section 3.6, equations (19)]
//
//   R1  = R0 exp(psi),   psi = h w1,   w1 = I^-1 Pi1                               (19b)
//   Pi1 = exp(-psi) (Pi0 + h exp(psi) T1),   T1 = T(t1, R1)                        (19a) solved for x = Pi1
//
// Departures: exp(-psi) exp(psi) = 1 is used.
namespace polhode {

struct ForwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "forward-euler",
                                   .label = "FE",
                                   .source = "Krysl 2006, sec. 3.2, eqs. (11)",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto w0 = body.Omega(Pi0);
    const auto Pi1 = Pi0 + h * (cross(Pi0, w0) + body.torque(t0, R0, Pi0));  // (11a)
    return {Pi1, R0 * exp(h * w0)};                                          // (11b)
  }
};

struct BackwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "backward-euler",
                                   .label = "BE",
                                   .source = "Krysl 2006, sec. 3.2, eqs. (12)",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return 0.5 * (Pi0 + predictor(body, Pi0, T0, 2 * g, 2 * g)); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto w1 = body.Omega(x);
      const auto R1 = R0 * exp(g * w1);                                    // (12b)
      return x - Pi0 + g * cross(w1, x) - g * body.torque(t0 + g, R1, x);  // (12a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R0 * exp(h * body.Omega(x))};  // (12b)
  }
};

struct ForwardEulerM : SelfStarting {
  static constexpr MethodInfo info{.id = "forward-euler-m",
                                   .label = "FEM",
                                   .source = "Krysl 2006, sec. 3.6, eqs. (18)",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto E = exp(h * body.Omega(Pi0));                             // (18b)
    const auto Pi1 = inverse(E) * (Pi0 + h * body.torque(t0, R0, Pi0));  // (18a)
    return {Pi1, R0 * E};                                                // (18b)
  }
};

struct BackwardEulerM : SelfStarting {
  static constexpr MethodInfo info{.id = "backward-euler-m",
                                   .label = "BEM",
                                   .source = "Krysl 2006, sec. 3.6, eqs. (19)",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, 2 * g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto E = exp(g * body.Omega(x));                                // (19b)
      return x - rotate_back(E, Pi0) - g * body.torque(t0 + g, R0 * E, x);  // (19a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R0 * exp(h * body.Omega(x))};  // (19b)
  }
};

}  // namespace polhode
