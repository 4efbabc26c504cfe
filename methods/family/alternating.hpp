// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/coefficients.hpp"
#include "methods/family/exact_flow.hpp"
#include "methods/family/splitting.hpp"

// Symmetric splittings into the free motion D(h), exactly, and kicks K(h), of any number of stages
//
//   DriftFirst   D(a1 h) K(b1 h) D(a2 h) ... K(b1 h) D(a1 h)
//   KickFirst    K(b1 h) D(a1 h) K(b2 h) ... D(a1 h) K(b1 h)
//
//   a body:     D the free body,            K(h): Pi <- Pi + h T(t, R)
//   director:   D: d <- exp(h omega) d,     K(h): omega <- omega + h d x field(t) / I
//   particles:  D: u <- u + h M^-1 p,       K(h): p <- p + h f(t, u)
//
// The torque of a kick is that of the time and attitude which drifts have reached. Kicks commute, the kinetic energy is
// quadratic in the momentum: the order conditions are those of Runge-Kutta-Nystrom splittings [Blanes & Moan 2002].
namespace polhode {

/// D(h), exactly, in every space.
struct ExactDrift : ExactFlow {
  template <class P>
  requires(is_double<typename P::Scalar>&&
               std::is_same_v<typename P::State, RigidState<typename P::Scalar>>) static auto prepare(const P& body) {
    return ExactFlow::prepare(body);
  }

  /// D(h) of a body. An observer reads without the prepared constants; then they are computed anew.
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
    if constexpr (
        requires { prepare(body); } && !requires { body.prepared; })
      return ExactFlow::drift(Prepared<P, decltype(prepare(body))>{body, prepare(body)}, s, h, counters);
    else
      return ExactFlow::drift(body, s, h, counters);
  }
  template <class T, class P, class Counters>
  requires std::is_same_v<typename P::State, DirectorState<T>>
  static DirectorState<T> drift(const P&, const DirectorState<T>& s, const T& h, Counters&) {
    return {exp(h * s.omega) * s.d, s.omega};
  }
  template <class T, class P, class Counters>
  requires std::is_same_v<typename P::State, ParticleState<T>>
  static ParticleState<T> drift(const P& problem, const ParticleState<T>& s, const T& h, Counters&) {
    return {s.u + h * problem.velocity(s.p), s.p};
  }
};

/// Input of a kick from a state: the torque at it.
template <class P, class T>
auto torque_at(const P& body, const T& t, const RigidState<T>& s) {
  return body.torque(t, s.R);
}
template <class P, class T>
auto torque_at(const P& problem, const T& t, const DirectorState<T>& s) {
  return problem.torque(t, s.d);
}
template <class P, class T>
auto torque_at(const P& problem, const T& t, const ParticleState<T>& s) {
  return problem.torque(t, s.u);
}

/// K(h) with a given torque: s is changed in place.
template <class P, class T, class Torque>
void kick(const P&, RigidState<T>& s, const Torque& torque, const T& h) {
  s.Pi = s.Pi + h * torque;
}
template <class P, class T, class Torque>
void kick(const P& problem, DirectorState<T>& s, const Torque& torque, const T& h) {
  s.omega += (h / problem.I) * torque;
}
template <class P, class T, class Torque>
void kick(const P&, ParticleState<T>& s, const Torque& torque, const T& h) {
  s.p += h * torque;
}

/// Splittings that begin with a drift. Law: `drifts<T>()`, one more than `kicks<T>()`. The last drift is delayed to
/// merge with the first one of the next step; `read` completes it.
template <class Law>
struct DriftFirst : Preparing<ExactDrift> {
  /// Memory of the method from step to step.
  template <class State, class T>
  struct Memory {
    State state;  ///< before the delayed drift
    T waiting;    ///< the length of that drift, a time
  };

  template <class P, class State, class T>
  static Memory<State, T> start(const P&, const State& s, const T&, const T&) {
    return {s, T(0)};
  }

  template <class P, class State, class T, class Counters>
  static Memory<State, T> step(const P& problem, Memory<State, T> m, const T& t, const T& h, Counters& counters) {
    static const auto a = Law::template drifts<T>();
    static const auto b = Law::template kicks<T>();
    T share(0);
    for (std::size_t i = 0; i < b.size(); ++i) {
      m.state = ExactDrift::drift(problem, m.state, m.waiting + a[i] * h, counters);
      m.waiting = 0;
      share += a[i];
      kick(problem, m.state, torque_at(problem, t + share * h, m.state), b[i] * h);
    }
    m.waiting = a.back() * h;
    return m;
  }

  template <class P, class State, class T>
  static State read(const P& problem, const Memory<State, T>& m) {
    NoCounters none;
    return SelfStarting::read(problem, ExactDrift::drift(problem, m.state, m.waiting, none));
  }
};

/// Splittings that begin with a kick. Law: `kicks<T>()`, one more than `drifts<T>()`. The last kick's torque is the
/// first of the next step.
template <class Law>
struct KickFirst : Preparing<ExactDrift>, CarriesState {
  template <class State, class Torque>
  struct Memory {
    State state;
    [[no_unique_address]] Torque torque;  ///< at that state
  };

  template <class P, class State, class T>
  static auto start(const P& problem, const State& s, const T& t, const T&) {
    return Memory<State, decltype(torque_at(problem, t, s))>{s, torque_at(problem, t, s)};
  }

  template <class P, class M, class T, class Counters>
  static M step(const P& problem, M m, const T& t, const T& h, Counters& counters) {
    static const auto a = Law::template drifts<T>();
    static const auto b = Law::template kicks<T>();
    T share(0);
    kick(problem, m.state, m.torque, b[0] * h);
    for (std::size_t i = 0; i < a.size(); ++i) {
      m.state = ExactDrift::drift(problem, m.state, a[i] * h, counters);
      share += a[i];
      m.torque = torque_at(problem, t + share * h, m.state);
      kick(problem, m.state, m.torque, b[i + 1] * h);
    }
    return m;
  }
};

}  // namespace polhode
