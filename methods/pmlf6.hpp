// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/force_gradient.hpp"

// PMLF6: processed splitting of order six, three kicks of which one sees the slope of the torque
// [Blanes, Casas & Ros 2000, "Processing symplectic methods for near-integrable Hamiltonian systems" and 2001,
// "High-order Runge-Kutta-Nystrom geometric methods with processing"; Blanes & Casas 2005]
//
//   K3(b, c): Pi <- Pi + b h T + c h^3 G          (methods/family/force_gradient.hpp)
//   kernel    k(h) = D(a1 h) K3(b1, 0) D(a2 h) K3(b2, c2) D(a2 h) K3(b1, 0) D(a1 h)
//   start     for i = 1..6:  D(z_i h), K3(y_i, v_i)
//   step      k(h)
//   read      for i = 6..1:  K3(-y_i, -v_i), D(-z_i h)
//
// What is carried from node to node is the processed state, of the same time: the sum of z is 0. A state
// read is conjugate to what the symplectic kernel carries: errors of the energy do not grow. A change of h reads with
// the old one and starts with the new one. The last drift of a kernel waits for the first of the next.
// Departures: none. Coefficients have 15 to 24 digits, as published.
namespace polhode {

struct Pmlf6 : Preparing<ExactDrift> {
  static constexpr MethodInfo info{
      .id = "pmlf6",
      .label = "PMLF6",
      .source = "Blanes, Casas & Ros 2000, 2001; Blanes & Casas 2005",
      .order = 6,
      .torque_evaluations = {3},
      .symmetric = {Answer::no, "its kernel is symmetric, start and reading are so up to the error of processing"},
      .symplectic = {Answer::yes, "where the torque has a potential"},
      .spatial_momentum = {Answer::yes, "without torque"},
      .energy = {Answer::yes, "without torque"},
      .coefficient_digits = 15,
      .order_without_torque = exact_order,
      .processed = true};

  template <class State, class T>
  struct Memory {
    State state;  ///< processed, before the delayed drift
    T waiting;    ///< the length of that drift, a time
    T t;          ///< of the node
    T h;          ///< the step by which the state is processed
  };

  template <class P, class State, class T>
  static Memory<State, T> start(const P& problem, State s, const T& t, const T& h) {
    const auto& c = coefficients<T>();
    const auto& uncounted_problem = uncounted(problem);
    NoCounters none;
    T share(0);
    for (int i = 0; i < 6; ++i) {
      s = ExactDrift::drift(problem, s, c.z[i] * h, none);
      share += c.z[i];
      push(uncounted_problem, s, t + share * h, h, c.y[i], c.v[i]);
    }
    return {s, T(0), t, h};
  }

  template <class P, class State, class T, class Counters>
  static Memory<State, T> step(const P& problem, Memory<State, T> m, const T& t, const T& h, Counters& counters) {
    const auto& [a1, a2, b1, b2, c2, z, y, v, ahead] = coefficients<T>();
    if (any(h != m.h)) m = start(problem, read(problem, m), t, h);
    const auto drift = [&](const T& time) { m.state = ExactDrift::drift(problem, m.state, time, counters); };
    const T first_kick = b1 * h;  // not the binding: Clang does not capture it
    const auto simple_kick = [&](const T& time) {
      kick(problem, m.state, torque_at(problem, time, m.state), first_kick);
    };
    drift(m.waiting + a1 * h);
    simple_kick(t + (ahead + a1) * h);
    drift(a2 * h);
    push(problem, m.state, t + (ahead + T(0.5)) * h, h, b2, c2);
    drift(a2 * h);
    simple_kick(t + (ahead + 1 - a1) * h);
    return {m.state, a1 * h, t + h, h};
  }

  template <class P, class State, class T>
  static State read(const P& problem, const Memory<State, T>& m) {
    const auto& c = coefficients<T>();
    const auto& uncounted_problem = uncounted(problem);
    NoCounters none;
    State s = ExactDrift::drift(problem, m.state, m.waiting, none);
    T share = c.ahead;
    for (int i = 5; i >= 0; --i) {
      push(uncounted_problem, s, m.t + share * m.h, m.h, -c.y[i], -c.v[i]);
      s = ExactDrift::drift(problem, s, -c.z[i] * m.h, none);
      share -= c.z[i];
    }
    return SelfStarting::read(problem, s);
  }

 private:
  /// K3(b, c)
  template <class P, class State, class T>
  static void push(const P& problem, State& s, const T& t, const T& h, const T& b, const T& c) {
    const auto f = force_gradient(problem, t, s);
    kick(problem, s, f.torque, b * h);
    kick(problem, s, f.G, c * h * h * h);
  }

  template <class T>
  struct Coefficients {
    T a1, a2, b1, b2, c2;
    Array<T, 6> z, y, v;
    T ahead;  ///< sum of z: the end of the drifts of `start`, 7e-17 for want of digits
  };
  template <class T>
  static const Coefficients<T>& coefficients() {
    static const auto all = [] {
      const auto d = decimal<T>;
      const T a2 = d("0.568261038391863038121699"), b2 = d("0.475774129496594366806050");
      Coefficients<T> c{T(0.5) - a2,
                        a2,
                        (1 - b2) / 2,
                        b2,
                        d("0.0164011128160783"),
                        {d("0.07943288242455420"), d("0.02974829169467665"), d("-0.7057074964815896"),
                         d("0.3190423451260838"), d("-0.2869147334299646"), d("0.564398710666239478150885")},
                        {d("1.3599424487455264"), d("-0.6505973747535132"), d("-0.033542814598338416"),
                         d("-0.040129915275115030"), d("0.044579729809902803"), d("-0.680252073928462652752103")},
                        {d("-0.034841228074994859"), d("0.031675672097525204"), d("-0.005661054677711889"),
                         d("0.004262222269023640"), d("0.005"), d("-0.005")},
                        T(0)};
      for (const T& z : c.z) c.ahead += z;
      return c;
    }();
    return all;
  }
};

}  // namespace polhode
