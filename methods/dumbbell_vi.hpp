// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/s2.hpp"
#include "core/stepping/method.hpp"

// VI of the dumbbell: explicit variational integrator on S2
// [Romero 2008, section 6, equations (49)-(51); stationarity of  I |theta|^2 / (2h) + (h/2) (g.d_n + g.d_{n+1})]
//
//   w_{n+1} = w_n + ((h_{n-1} + h_n) / (2 I)) d_n x g(t_n)                              (50)
//   d_{n+1} = d_n turned by h_n w_{n+1}                                                 (51)
//
// w_n is the angular velocity of the interval [t_{n-1}, t_n], normal to both its directors. The nodal momentum is
// I w_n + (h_{n-1}/2) d_n x g(t_n): `read` gives it divided by I, `interval` the momentum of the middle.
//
// Start: a ghost interval, which is the discrete Legendre transform of I w(0):
//
//   w_0 = w(0) - (h / (2 I)) d_0 x g(0)                                                 (49)
//
// Departures: we keep (d, w) in space and never the frame Lambda of the paper, whose map is singular at -e3.
namespace polhode {

struct DumbbellVi {
  static constexpr MethodInfo info{.id = "dumbbell-vi",
                                   .label = "VI (S²)",
                                   .source = "Romero 2008, sec. 6, eqs. (49)-(51)",
                                   .order = 2,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "the component along a constant field"}};

  template <class T>
  struct Memory {
    Vec<Space, T> d;       ///< director at the node
    Vec<Space, T> w;       ///< angular velocity of the interval before the node
    Vec<Space, T> torque;  ///< d x g at the node
    Vec<Space, T> d_before;
    T h;  ///< length of the interval before the node
    T t;
  };

  template <class P, class T>
  static Memory<T> start(const P& problem, const DirectorState<T>& s, const T& t, const T& h) {
    const auto torque = problem.torque(t, s.d);
    return {s.d, s.omega - (h / (2 * problem.I)) * torque, torque, s.d, h, t};  // (49)
  }

  template <class P, class T, class Counters>
  static Memory<T> step(const P& problem, const Memory<T>& m, const T& t, const T& h, Counters&) {
    const auto w = m.w + ((m.h + h) / (2 * problem.I)) * m.torque;  // (50)
    const auto d = turn(h * w, m.d);                                // (51)
    return {d, w, problem.torque(t + h, d), m.d, h, t + h};
  }

  template <class P, class T>
  static DirectorState<T> read(const P& problem, const Memory<T>& m) {
    return {m.d, m.w + (m.h / (2 * problem.I)) * m.torque};
  }

  /// Momentum I w and energy I |w|^2 / 2 - (g.d_n + g.d_{n+1}) / 2 of the last interval.
  template <class P, class T>
  static Interval<T> interval(const P& problem, const Memory<T>& m) {
    const auto p = problem.I * m.w;
    const T V = (problem.potential(m.d_before) + problem.potential(m.d)) / 2;
    return {m.t - m.h / 2, {p[0], p[1], p[2]}, problem.kinetic_energy(m.w) + V};
  }
};

}  // namespace polhode
