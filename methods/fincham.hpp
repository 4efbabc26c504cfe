// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/node_torque.hpp"

// Fincham 1992: explicit quaternion leapfrog through a predicted attitude of the middle
// [D. Fincham, Mol. Simul. 8 (1992) 165; Allen & Tildesley 1987, first pass of its predictor-corrector]
//
//   Pi <- Pi0 + (h/2) T0
//   x   = 1 + (h/4) (0, I^-1 Pi0)                                                                        (a)
//   w   = I^-1 A(x) Pi,   A(x) v = x* (0, v) x         fincham-yade: w = I^-1 Pi                           (b)
//   E   = y / |y|,   y = 1 + (h/2) x (0, w)                                                              (c)
//   R1  = R0 E,   Pi1 = E^T Pi + (h/2) T1                                                                (d)
//
// As a leapfrog l(n+1/2) = l(n-1/2) + h t(n) in space momentum, started by half a kick. The predictor (a) takes the
// momentum before the kick. fincham-yade reimplements YADE, pkg/dem/NewtonIntegrator.cpp, which sees the momentum of
// the half step from the attitude of the node: the gyroscopic motion lags, hence its order 1. Departures: quaternions
// are increments from the start of the step. A(x) is not divided by |x|^2, as in Allen & Tildesley.
namespace polhode {

/// A(x) v = x* (0, v) x = |x|^2 R(x)^T v.
template <class T>
Vec<Body, T> seen_from(const Rotation<Body, Body, T>& x, const Vec<Body, T>& v) {
  return (inverse(x) * (Rotation<Body, Body, T>{T(0), v[0], v[1], v[2]} * x)).vector();
}

/// Fincham's update; Law gives the attitude from which the momentum is seen.
template <class Law>
struct FinchamWith : NodeTorque {
  static constexpr MethodInfo info{.id = Law::id,
                                   .label = Law::label,
                                   .source = Law::source,
                                   .reimplements = Law::reimplements,
                                   .order = Law::order,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "without torque"}};

  template <class P, class M, class T, class Counters>
  static M step(const P& body, M m, const T& t, const T& h, Counters&) {
    const auto one = Rotation<Body, Body, T>::identity();
    auto& [Pi, R] = m.state;
    const auto x = plus(one, h / 2, quaternion_rate(one, body.Omega(Pi)));  // (a)
    Pi = Pi + (h / 2) * m.T_body;
    const auto w = body.Omega(Law::seen_from_x ? seen_from(x, Pi) : Pi);  // (b)
    const auto E = normalised(plus(one, h, quaternion_rate(x, w)));       // (c)
    R = R * E;
    m.T_body = body.torque(t + h, R);
    Pi = inverse(E) * Pi + (h / 2) * m.T_body;  // (d)
    return m;
  }
};

namespace detail {

struct FinchamLaw {
  static constexpr std::string_view id = "fincham", label = "Fincham 1992";
  static constexpr std::string_view source = "Fincham 1992; Allen & Tildesley 1987";
  static constexpr std::string_view reimplements = "molecular dynamics after Allen & Tildesley";
  static constexpr int order = 2;
  static constexpr bool seen_from_x = true;
};
struct FinchamYadeLaw {
  static constexpr std::string_view id = "fincham-yade", label = "Fincham, attitude not advanced";
  static constexpr std::string_view source = "YADE, pkg/dem/NewtonIntegrator.cpp";
  static constexpr std::string_view reimplements = "YADE Fincham1992";
  static constexpr int order = 1;
  static constexpr bool seen_from_x = false;
};

}  // namespace detail

using Fincham = FinchamWith<detail::FinchamLaw>;
using FinchamYade = FinchamWith<detail::FinchamYadeLaw>;

}  // namespace polhode
