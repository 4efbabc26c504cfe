// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// VI: variational integrator of the free body on SO(3)
// [Romero 2008, section 4, equations (23) and (26); stationarity of  sum theta . I theta / (2h),  R1 = R0 exp(theta)]
//
//   x     = I theta / h                          momentum of the middle of the step
//   Pi+   = Pi0 + (h/2) T(t0, R0)                                                                     (a)
//   dexp_inv(-theta) x = Pi+                                                                   solved (b)
//   R1    = R0 exp(theta)                                                                             (c)
//   Pi1   = exp(-theta) Pi+ + (h/2) T(t1, R1)                                                         (d)
//
// Pi is the momentum of the node (the discrete Legendre transform), x that of the interval: `read` gives the one,
// `interval` the other. R Pi is conserved without torque, since exp(-theta) dexp_inv(-theta) = dexp_inv(theta).
//
// Start (34): a ghost interval of length l, that ends at t0 (l = -h) or begins there (l = h), its middle's momentum x:
//
//   x  = Pi(0) + (l/2) [ Pi(0) x Omega(0) + T ],  naively x = Pi(0)                                   (e)
//   Pi0 = dexp_inv(-l I^-1 x) x - (l/2) T                                                             (f)
//
//   vi: -h    vi-forward: h    vi-legendre: 0, so Pi0 = Pi(0)    vi-naive: -h    vi-naive-forward: h
//
// A torque that depends on the momentum acts as a force of d'Alembert's principle, at the momentum of its node: (d) is
// then an equation for Pi1.
//
// Departures: the paper leaves torque open. We add the trapezoidal potential -(h/2) [V(R0) + V(R1)] to the discrete
// Lagrangian, hence the torque in (a), (d) and the start. Where |theta| >= pi a step is step_too_large. Guess: that
// of the Lie midpoint rule, x = exp(-theta/2) Pi+, with theta = h I^-1 Pi+.
namespace polhode {

/// The step of the box for every start, as one loop.
struct ViStep : CarriesState {
  template <class State, class Torque, class T>
  struct Memory {
    State state;
    [[no_unique_address]] Torque T_body;  ///< at the node
    Vec<Body, T> x;                       ///< momentum of the middle of the step before the node
    T h;                                  ///< that step
    T t;
  };

  template <class P, class M, class T, class Counters>
  static M step(const P& body, const M& m, const T& t, const T& h, Counters& counters) {
    const auto Pi = m.state.Pi + (h / 2) * m.T_body;  // (a)
    const auto guess = [&](const T& g) { return exp(-(g / 2) * body.Omega(Pi)) * Pi; };
    const auto residual = [&](const auto& x, const T& g) { return dexp_inv(-g * body.Omega(x), x) - Pi; };  // (b)
    const auto x = solve(h, guess, residual, counters);

    const auto theta = h * body.Omega(x);
    const T pi = pi_of<T>();
    if (!(norm2(theta) < pi * pi)) counters.fail(Failure::step_too_large);
    const auto E = exp(theta);
    const auto R = m.state.R * E;  // (c)
    const auto turned = rotate_back(E, Pi);
    const auto T_body = torque_of_end(body, t + h, h, turned, R, counters);
    return {{turned + (h / 2) * T_body, R}, T_body, x, h, t + h};  // (d)
  }

  /// Momentum x and energy x . I^-1 x / 2 + (V(R0) + V(R1)) / 2 of the last interval.
  template <class P, class State, class Torque, class T>
  static Interval<T> interval(const P& body, const Memory<State, Torque, T>& m) {
    const auto before = m.state.R * exp(-m.h * body.Omega(m.x));
    const T V = (body.potential(before) + body.potential(m.state.R)) / 2;
    return {m.t - m.h / 2, m.x.as_array(), body.kinetic_energy(m.x) + V};
  }

 private:
  /// T(t1, R1, Pi1) with Pi1 = turned + (h/2) T: an equation for Pi1 if the torque depends on it.
  template <class P, class T, class Counters>
  static auto torque_of_end(const P& body, const T& t1, const T& h, const Vec<Body, T>& turned, const Attitude<T>& R,
                            Counters& counters) {
    if constexpr (MomentumDriven<P>) {
      const auto guess = [&](const T& g) { return turned + (g / 2) * body.torque(t1, R, turned); };
      const auto residual = [&](const auto& x, const T& g) { return x - turned - (g / 2) * body.torque(t1, R, x); };
      return body.torque(t1, R, solve(h, guess, residual, counters));
    } else {
      return body.torque(t1, R);
    }
  }
};

/// A start of the box: the sign of its ghost interval, or 0. A naive one is of order one.
struct ViLaw {
  std::string_view id, label;
  int side;
  bool naive;
};
/// The starts of the box.
inline constexpr ViLaw vi_laws[] = {{"vi", "VI", -1, false},
                                    {"vi-forward", "VI (forward start)", 1, false},
                                    {"vi-legendre", "VI (Legendre start)", 0, false},
                                    {"vi-naive", "VI (naive start)", -1, true},
                                    {"vi-naive-forward", "VI (naive forward start)", 1, true}};

/// The step with a start.
template <int n>
struct ViWith : ViStep {
  using Loop = ViStep;
  static constexpr const auto& law = vi_laws[n];
  static constexpr MethodInfo info{.id = law.id,
                                   .label = law.label,
                                   .source = "Romero 2008, sec. 4, eqs. (23), (26)",
                                   .order = law.naive ? 1 : 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T>
  static auto start(const P& body, const RigidState<T>& s, const T& t, const T& h) {
    const auto T_body = body.torque(t, s.R, s.Pi);
    const T l = law.side * h;
    const auto x = law.naive ? s.Pi : s.Pi + (l / 2) * (cross(s.Pi, body.Omega(s.Pi)) + T_body);  // (e)
    const auto Pi = dexp_inv(-l * body.Omega(x), x) - (l / 2) * T_body;                           // (f)
    return Memory<RigidState<T>, decltype(body.torque(t, s.R, s.Pi)), T>{{Pi, s.R}, T_body, x, h, t};
  }
};

using Vi = ViWith<0>;
using ViForward = ViWith<1>;
using ViLegendre = ViWith<2>;
using ViNaive = ViWith<3>;
using ViNaiveForward = ViWith<4>;

}  // namespace polhode
