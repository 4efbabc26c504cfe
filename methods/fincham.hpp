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

/// A method of the box: whether the momentum is seen from x, or from the attitude of the node.
struct FinchamLaw {
  std::string_view id, label, source, reimplements;
  int order;
  bool seen_from_x;
};
/// The methods of the box.
inline constexpr FinchamLaw fincham_laws[] = {{"fincham", "Fincham 1992", "Fincham 1992; Allen & Tildesley 1987",
                                               "molecular dynamics after Allen & Tildesley", 2, true},
                                              {"fincham-yade", "Fincham, attitude not advanced",
                                               "YADE, pkg/dem/NewtonIntegrator.cpp", "YADE Fincham1992", 1, false}};

/// Fincham's update.
template <int n>
struct FinchamWith : NodeTorque {
  static constexpr const auto& law = fincham_laws[n];
  static constexpr MethodInfo info{.id = law.id,
                                   .label = law.label,
                                   .source = law.source,
                                   .reimplements = law.reimplements,
                                   .order = law.order,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "without torque"}};

  template <class P, class M, class T, class Counters>
  static M step(const P& body, M m, const T& t, const T& h, Counters&) {
    const auto one = Rotation<Body, Body, T>::identity();
    auto& [Pi, R] = m.state;
    const auto x = plus(one, h / 2, quaternion_rate(one, body.Omega(Pi)));  // (a)
    Pi = Pi + (h / 2) * m.T_body;
    const auto w = body.Omega(law.seen_from_x ? seen_from(x, Pi) : Pi);  // (b)
    const auto E = normalised(plus(one, h, quaternion_rate(x, w)));      // (c)
    R = R * E;
    m.T_body = body.torque(t + h, R);
    Pi = inverse(E) * Pi + (h / 2) * m.T_body;  // (d)
    return m;
  }
};

using Fincham = FinchamWith<0>;
using FinchamYade = FinchamWith<1>;

}  // namespace polhode
