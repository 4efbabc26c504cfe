// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// Verlet = symplectic Euler(h/2) o its adjoint(h/2), the adjoint first; Newmark with beta = 0, gamma = 1/2
// [Krysl 2004, section 2]
//
//   p_m = p0 + (h/2) f(t0, u0)                                                     (a)
//   u1  = u0 + h M^-1 p_m                                                          (b)
//   p1  = p_m + (h/2) f(t1, u1)                                                    (c)
//
// The last force of a step is the first of the next.
namespace polhode {

struct VsVerlet {
  static constexpr MethodInfo info{.id = "vs-verlet",
                                   .label = "Verlet",
                                   .source = "Krysl 2004, sec. 2",
                                   .order = 2,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class T>
  struct Memory {
    ParticleState<T> state;
    Vec<Space, T> f;
  };

  template <class P, class T>
  static Memory<T> start(const P& problem, const ParticleState<T>& s, const T& t, const T&) {
    return {s, problem.torque(t, s.u)};
  }

  template <class P, class T, class Counters>
  static Memory<T> step(const P& problem, const Memory<T>& m, const T& t0, const T& h, Counters&) {
    const T half = h / 2;
    const auto p_m = m.state.p + half * m.f;                // (a)
    const auto u1 = m.state.u + h * problem.velocity(p_m);  // (b)
    const auto f1 = problem.torque(t0 + h, u1);
    return {{u1, p_m + half * f1}, f1};  // (c)
  }

  template <class P, class T>
  static ParticleState<T> read(const P&, const Memory<T>& m) {
    return m.state;
  }
};

}  // namespace polhode
