// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"
#include "methods/family/splitting.hpp"

// RVV: the rotational velocity Verlet of Rozmanov and Kusalik
// [Rozmanov & Kusalik, Phys. Rev. E 81 (2010) 056706, sec. IV.A; reimplements RMPCDMD; velocity form of Svanberg 1997]
//
//   x = q0 + (h/4) x (0, I^-1 A(x) l) solved,   q1 = 2 x - q0,   Pi = A(q1) l,   A(x) v = x* (0, v) x
//
// It is the implicit midpoint rule of the Hamiltonian on quaternions, hence symplectic, provided that x is not
// normalised. Written with the angular velocity w of the middle, which is the same map:
//
//   (1 + |h w|^2/16) I w = E^T Pi,   E = cay(h w/2)                                              solved (a)
//   drift: R <- R E E,  Pi <- E^T E^T Pi;   step: half a kick, the drift, half a kick
//
// Departures: the unknown of (a) is I w.
namespace polhode {

namespace detail {

/// (1 + |a|^2) x, plain and with tangents.
template <class F, class T>
Vec<F, T> stretched(const Vec<F, T>& a, const Vec<F, T>& x) {
  return (1 + norm2(a)) * x;
}
template <class F, class T, class D, class E>
Tangent<F, T> stretched(const Tangent<F, T, D>& a, const Tangent<F, T, E>& x) {
  Tangent<F, T> r{stretched(a.value, x.value), Mat3<T>{} + (1 + norm2(a.value)) * x.derivative};
  for (int j = 0; j < 3; ++j) {
    const T slope = 2 * dot(a.value, a.derivative.template column<F>(j));
    for (int i = 0; i < 3; ++i) r.derivative(i, j) += slope * x.value[i];
  }
  return r;
}

}  // namespace detail

struct RvvFlow {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
    const auto guess = [&](const T& g) { return predictor(body, s.Pi, Zero{}, g, g / 2); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto a = (g / 4) * body.Omega(x);
      return detail::stretched(a, x) - rotate_back(cay(2 * a), s.Pi);  // (a)
    };
    const auto E = cay((h / 2) * body.Omega(solve(h, guess, residual, counters)));
    return {rotate_back(E, rotate_back(E, s.Pi)), s.R * (E * E)};
  }
};

struct Rvv : Strang<RvvFlow> {
  static constexpr MethodInfo info{.id = "rvv",
                                   .label = "RVV",
                                   .source = "Rozmanov & Kusalik 2010, sec. IV.A",
                                   .reimplements = "RMPCDMD",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"}};
};

}  // namespace polhode
