// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"
#include "methods/family/splitting.hpp"

// LIEMID, explicit in the torque: impulses K and the free midpoint-Lie drift D
// [Krysl 2004, section 3]
//
//   K(h): Pi <- Pi + h T(t, R)
//   D(h): x = exp(-psi/2) Pi,   psi = h I^-1 x                                     (a) solved
//         Pi <- exp(-psi) Pi,   R <- R exp(psi)                                    (b)
//
//   liemid-e1       K(h) D(h), impulse at the end; "adjoint", variant 1
//   liemid-e2       D(h) K(h), impulse at the beginning; variant 2
//   liemid-ea       K(h/2) D(h/2) D(h/2) K(h/2), the alternation of E2(h/2) and E1(h/2)
//   liemid-ea-dkkd  D(h/2) K(h) D(h/2), E1(h/2), then E2(h/2)
//
// D conserves R Pi; it is not the exact free motion, and not symplectic. The last torque of liemid-ea is the first of
// the next step. Departures: the paper swaps the names between its vector section (sec. 2) and its rotation section
// (sec. 3), where Phi o Phi* is E1(h/2) first, then E2(h/2): liemid-ea-dkkd. liemid-ea follows the vector section,
// whose composition is Newmark's.
namespace polhode {

/// D(h) as a free flow.
struct MidpointDrift {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
    const auto guess = [&](const T& g) { return predictor(body, s.Pi, Zero{}, g, g / 2); };
    const auto residual = [&](const auto& x, const T& g) {
      return x - rotate_back(exp((g / 2) * body.Omega(x)), s.Pi);  // (a)
    };
    const auto E = exp((h / 2) * body.Omega(solve(h, guess, residual, counters)));
    return {rotate_back(E, rotate_back(E, s.Pi)), s.R * (E * E)};  // (b)
  }
};
/// D(h/2) twice.
struct TwoMidpointDrifts {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
    const T half = h / 2;
    return MidpointDrift::drift(body, MidpointDrift::drift(body, s, half, counters), half, counters);
  }
};

struct LiemidE1 : SelfStarting {
  static constexpr MethodInfo info{.id = "liemid-e1",
                                   .label = "LIEMID[E1]",
                                   .source = "Krysl 2004, sec. 3",
                                   .order = 1,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::no, "under torque"},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .order_without_torque = 2,
                                   .supports = Dependence::linear};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const auto s = drifted<MidpointDrift>(body, s0, t0, h, counters);     // D(h)
    return {kicked(body, s.Pi, kick_torque(body, t0 + h, s.R), h), s.R};  // K(h)
  }
};

struct LiemidE2 : SelfStarting {
  static constexpr MethodInfo info = [] {
    auto i = LiemidE1::info;
    i.id = "liemid-e2", i.label = "LIEMID[E2]";
    return i;
  }();

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const RigidState<T> s{kicked(body, s0.Pi, kick_torque(body, t0, s0.R), h), s0.R};  // K(h)
    return drifted<MidpointDrift>(body, s, t0, h, counters);                           // D(h)
  }
};

struct LiemidEa : Strang<TwoMidpointDrifts> {
  static constexpr MethodInfo info{.id = "liemid-ea",
                                   .label = "LIEMID[EA]",
                                   .source = "Krysl 2004, sec. 3",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .solves_per_step = 2,
                                   .supports = Dependence::linear};
};

struct LiemidEaDkkd : SelfStarting {
  static constexpr MethodInfo info = [] {
    auto i = LiemidEa::info;
    i.id = "liemid-ea-dkkd", i.label = "LIEMID[EA] DKKD";
    return i;
  }();

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const T half = h / 2;
    auto s = drifted<MidpointDrift>(body, s0, t0, half, counters);      // D(h/2)
    s.Pi = kicked(body, s.Pi, kick_torque(body, t0 + half, s.R), h);    // K(h)
    return drifted<MidpointDrift>(body, s, t0 + half, half, counters);  // D(h/2)
  }
};

}  // namespace polhode
