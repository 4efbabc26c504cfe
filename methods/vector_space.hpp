// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// One-step rules on a vector space: u' = M^-1 p, p' = f(t, u)
// [Krysl 2006, section 2, equations (2)-(5); Krysl 2004, section 2]
//
//   vs-forward-euler             p1 = p0 + h f(t0, u0)                                     (2a)
//                                u1 = u0 + h M^-1 p0                                       (2b)
//   vs-backward-euler            p1 = p0 + h f(t1, u1)                                     (3a) solved for x = p1
//                                u1 = u0 + h M^-1 p1                                       (3b)
//   vs-trapezoidal               p1 = p0 + (h/2) (f(t0, u0) + f(t1, u1))                   (4a) solved for x = p1
//                                u1 = u0 + (h/2) M^-1 (p0 + p1)                            (4b)
//   vs-midpoint                  x  = p0 + (h/2) f(t0 + h/2, u0 + (h/2) M^-1 x)            (a) solved
//                                p1 = p0 + h f(t0 + h/2, u0 + (h/2) M^-1 x) = 2 x - p0     (5a)
//                                u1 = u0 + h M^-1 x                                        (5b)
//   vs-symplectic-euler          u1 = u0 + h M^-1 p0,   p1 = p0 + h f(t1, u1)              (b)
//   vs-symplectic-euler-adjoint  p1 = p0 + h f(t0, u0),   u1 = u0 + h M^-1 p1              (c)
//   vs-verlet                    p_m = p0 + (h/2) f(t0, u0)                                (d)
//                                u1 = u0 + h M^-1 p_m,   p1 = p_m + (h/2) f(t1, u1)        (e)
//
// By halves of h, first step first: trapezoidal = forward, backward Euler; midpoint = backward, forward Euler; Verlet =
// adjoint symplectic, symplectic Euler = Newmark with beta = 0, gamma = 1/2. The last force of Verlet is the first of
// the next step.
//
// Departures: the displacement of (5) is printed with dt/2 M^-1 x, it takes dt.
namespace polhode {

struct VsForwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-forward-euler",
                                   .label = "forward Euler",
                                   .source = "Krysl 2006, sec. 2, eqs. (2)",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [u0, p0] = s0;
    const auto p1 = p0 + h * problem.torque(t0, u0);  // (2a)
    return {u0 + h * problem.velocity(p0), p1};       // (2b)
  }
};

struct VsBackwardEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-backward-euler",
                                   .label = "backward Euler",
                                   .source = "Krysl 2006, sec. 2, eqs. (3)",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&u0 = s0.u, &p0 = s0.p;
    const auto f0 = problem.torque(t0, u0);
    const auto guess = [&](const T& g) { return p0 + g * f0; };
    const auto residual = [&](const auto& x, const T& g) {
      const auto u1 = u0 + g * problem.velocity(x);    // (3b)
      return x - p0 - g * problem.torque(t0 + g, u1);  // (3a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {u0 + h * problem.velocity(x), x};  // (3b)
  }
};

struct VsTrapezoidal : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-trapezoidal",
                                   .label = "trapezoidal rule",
                                   .source = "Krysl 2006, sec. 2, eqs. (4)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&u0 = s0.u, &p0 = s0.p;
    const auto f0 = problem.torque(t0, u0);
    const auto guess = [&](const T& g) { return p0 + g * f0; };
    const auto residual = [&](const auto& x, const T& g) {
      const T half = g / 2;
      const auto u1 = u0 + half * problem.velocity(p0 + x);             // (4b)
      return x - (p0 + half * f0) - half * problem.torque(t0 + g, u1);  // (4a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {u0 + (h / 2) * problem.velocity(p0 + x), x};  // (4b)
  }
};

struct VsMidpoint : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-midpoint",
                                   .label = "midpoint rule",
                                   .source = "Krysl 2006, sec. 2, eqs. (5)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&u0 = s0.u, &p0 = s0.p;
    const auto f0 = problem.torque(t0, u0);
    const auto guess = [&](const T& g) { return p0 + (g / 2) * f0; };
    const auto residual = [&](const auto& x, const T& g) {
      const T half = g / 2;
      return x - p0 - half * problem.torque(t0 + half, u0 + half * problem.velocity(x));  // (a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {u0 + h * problem.velocity(x), x + (x - p0)};  // (5b), (5a)
  }
};

struct VsSymplecticEuler : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-symplectic-euler",
                                   .label = "symplectic Euler",
                                   .source = "Krysl 2004, sec. 2",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [u0, p0] = s0;
    const auto u1 = u0 + h * problem.velocity(p0);
    return {u1, p0 + h * problem.torque(t0 + h, u1)};  // (b)
  }
};

struct VsSymplecticEulerAdjoint : SelfStarting {
  static constexpr MethodInfo info{.id = "vs-symplectic-euler-adjoint",
                                   .label = "adjoint symplectic Euler",
                                   .source = "Krysl 2004, sec. 2",
                                   .order = 1,
                                   .torque_evaluations = {1},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "along directions without force"}};

  template <class P, class T, class Counters>
  static ParticleState<T> step(const P& problem, const ParticleState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [u0, p0] = s0;
    const auto p1 = p0 + h * problem.torque(t0, u0);
    return {u0 + h * problem.velocity(p1), p1};  // (c)
  }
};

struct VsVerlet : CarriesState {
  static constexpr MethodInfo info{.id = "vs-verlet",
                                   .label = "Verlet",
                                   .source = "Krysl 2004, sec. 2",
                                   .order = 2,
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
    const auto p_m = m.state.p + half * m.f;                // (d)
    const auto u1 = m.state.u + h * problem.velocity(p_m);  // (e)
    const auto f1 = problem.torque(t0 + h, u1);
    return {{u1, p_m + half * f1}, f1};  // (e)
  }
};

}  // namespace polhode
