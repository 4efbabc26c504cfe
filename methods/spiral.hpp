// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// SPIRAL: third-order steps of the rates about the middle of a step, the attitude by the exponential
// [C. A. del Valle et al., Comput. Phys. Commun. 297 (2024) 109077; reimplements YADE, delValle2023]
//
//   P(Pi, T, k): SSPRK3 of Pi' = Pi x w + T, T constant, over k:   k1 = k f(Pi),  k2 = k f(Pi + k1),
//                k3 = k f(Pi + (k1 + k2)/4),   P = Pi + (k1 + k2 + 4 k3)/6                                (a)
//   memory: u = Pi at t - g/2, R at t, T at t, g the last step
//   start:  u = P(Pi0, T0, -h/2)                                                                        (b)
//   step:   u <- P(u, T, (g + h)/2),   R <- R exp(h I^-1 u),   T <- T(t + h, R)                          (c)
//   read:   Pi = P(u, T, g/2)
//
// The rates are of order 3 without torque. Reading at the start differs from the start by O(h^4).
// Departures: written for Pi. Start and reading are ours: YADE takes the user's velocity for that of the half step,
// which leaves order 1.
namespace polhode {

struct Spiral {
  static constexpr MethodInfo info{.id = "spiral",
                                   .label = "SPIRAL",
                                   .source = "del Valle et al. 2024",
                                   .reimplements = "YADE delValle2023",
                                   .order = 2,
                                   .torque_evaluations = {1},
                                   .order_without_torque = {{3, 2}}};

  template <class T, class Torque>
  struct Memory {
    Vec<Body, T> u;
    Attitude<T> R;
    [[no_unique_address]] Torque T_body;
    T g;
  };

  template <class P, class T>
  static auto start(const P& body, const RigidState<T>& s, const T& t, const T& h) {
    const auto T0 = body.torque(t, s.R);
    return Memory<T, decltype(body.torque(t, s.R))>{advanced(body, s.Pi, T0, -h / 2), s.R, T0, h};  // (b)
  }

  template <class P, class M, class T, class Counters>
  static M step(const P& body, M m, const T& t, const T& h, Counters&) {
    m.u = advanced(body, m.u, m.T_body, (m.g + h) / 2);  // (c)
    m.R = m.R * exp(h * body.Omega(m.u));                // (c)
    m.T_body = body.torque(t + h, m.R);                  // (c)
    m.g = h;
    return m;
  }

  template <class P, class T, class Torque>
  static RigidState<T> read(const P& body, const Memory<T, Torque>& m) {
    return {advanced(body, m.u, m.T_body, m.g / 2), normalised(m.R)};
  }

 private:
  template <class P, class T, class Torque>
  static Vec<Body, T> advanced(const P& body, const Vec<Body, T>& Pi, const Torque& T_body, const T& k) {
    const auto change = [&](const Vec<Body, T>& x) { return k * (cross(x, body.Omega(x)) + T_body); };
    const auto k1 = change(Pi), k2 = change(Pi + k1), k3 = change(Pi + (k1 + k2) / 4);
    return Pi + (k1 + k2 + 4 * k3) / 6;  // (a)
  }
};

}  // namespace polhode
