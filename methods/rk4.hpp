// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/known_torque.hpp"

// RK4: the classical Runge-Kutta method on the seven numbers (Pi, q)
// [Kutta 1901; Celledoni & Säfström 2006, section 4]
//
//   Pi' = Pi x Omega + T(t, R(q)),   Omega = I^-1 Pi                               (a)
//   q'  = q (0, Omega/2)                                                           (b)
//
// Departures: the paper integrates (pi, u); momenta of free bodies agree to round-off, everything else to O(h^4).
// The torque is taken at q / |q|; q itself is not normalised. The steps are those of Boost.odeint's stepper, to the bit
// (tested), and stay in registers.
namespace polhode {

struct Rk4 : SelfStarting {
  static constexpr MethodInfo info{.id = "rk4",
                                   .label = "RK4",
                                   .source = "Kutta 1901; Celledoni & Säfström 2006, sec. 4",
                                   .order = 4,
                                   .torque_evaluations = {4},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s, const T& t, const T& h, Counters&) {
    const auto stepped = [](const auto& turned, const RigidState<T>& from, const T& begin, const T& step) {
      const T half = step / 2, third = T(1) / 3 * step, sixth = T(1) / 6 * step;
      const auto plus = [](const RigidState<T>& x, const T& g, const RigidState<T>& k) -> RigidState<T> {
        return {x.Pi + g * k.Pi, polhode::plus(x.R, g / 2, k.R)};
      };
      const auto k1 = rates(turned, begin, from);
      auto sum = plus(from, sixth, k1);
      const auto k2 = rates(turned, begin + half, plus(from, half, k1));
      sum = plus(sum, third, k2);
      const auto k3 = rates(turned, begin + half, plus(from, half, k2));
      sum = plus(sum, third, k3);
      return plus(sum, sixth, rates(turned, begin + step, plus(from, step, k3)));
    };
    return step_of_kind(stepped, body, s, t, h);
  }

 private:
  /// Pi' and 2 q': halving the step costs less.
  template <class P, class T>
  static RigidState<T> rates(const P& body, const T& t, const RigidState<T>& s) {
    const auto w = body.Omega(s.Pi);
    return {cross(s.Pi, w) + body.torque(t, Unscaled<Body, Space, T>{s.R}, s.Pi),  // (a)
            twice_quaternion_rate(s.R, w)};                                        // (b)
  }
};

}  // namespace polhode
