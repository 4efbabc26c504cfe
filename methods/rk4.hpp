// SPDX-License-Identifier: MIT
#pragma once

#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"

// RK4: the classical Runge-Kutta method on the seven numbers (Pi, q)
// [Kutta 1901; Celledoni & Säfström 2006, section 4]
//
//   Pi' = Pi x Omega + T(t, R(q)),   Omega = I^-1 Pi                               (a)
//   q'  = q (0, Omega/2)                                                           (b)
//
// Departures: the paper integrates (pi, u); momenta of free bodies agree to round-off, everything else to O(h^4).
// The torque is taken at q / |q|; q itself is not normalised. The stepper is Boost.odeint's.
namespace polhode {

struct Rk4 : SelfStarting {
  static constexpr MethodInfo info{.id = "rk4",
                                   .label = "RK4",
                                   .aliases = {},
                                   .source = "Kutta 1901; Celledoni & Säfström 2006, sec. 4",
                                   .order = 4,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {4},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::no},
                                   .energy = {Answer::no},
                                   .serves = Dependence::any};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s, const T& t, const T& h, Tally&) {
    using Seven = std::array<T, 7>;
    const auto field = [&](const Seven& y, Seven& dy, const T& t) {
      const Vec<Body, T> Pi{y[0], y[1], y[2]}, w = body.Omega(Pi);
      const Attitude<T> q{y[3], y[4], y[5], y[6]};
      const Vec<Body, T> dPi = cross(Pi, w) + body.torque(t, Unscaled<Body, Space, T>{q}, Pi);  // (a)
      const auto dq = quaternion_rate(q, w);                                                    // (b)
      dy = {dPi[0], dPi[1], dPi[2], dq.w, dq.x, dq.y, dq.z};
    };
    Seven y{s.Pi[0], s.Pi[1], s.Pi[2], s.R.w, s.R.x, s.R.y, s.R.z};
    boost::numeric::odeint::runge_kutta4<Seven, T, Seven, T, boost::numeric::odeint::array_algebra> stepper;
    stepper.do_step(field, y, t, h);
    return {{y[0], y[1], y[2]}, {y[3], y[4], y[5], y[6]}};
  }
};

}  // namespace polhode
