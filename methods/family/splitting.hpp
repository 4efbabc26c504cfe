// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/node_torque.hpp"

/// Splittings of a body into free motion and torque, and free flows as methods of their own.
///
/// A free flow is a type with `id`, `order` (or exact_order), `symplectic`, `conserves_energy`, `order_of_axes_matters`
/// and
///
///   drift(body, state, h, counters) -> state    the motion without torque over h
///   prepare(body) -> constants               if it needs any of the inertia; `drift` finds them as body.prepared
namespace polhode {

/// P's torque is zero by type.
template <class P>
concept Torqueless =
    !MomentumDriven<P> && requires(const P& body, typename P::Scalar t, const Attitude<typename P::Scalar>& R) {
  { body.torque(t, R) } -> std::same_as<Zero>;
};

/// The constants that a flow prepares, for its method.
template <class Flow>
struct Preparing {
  template <class P>
  requires requires(const P& body) { Flow::prepare(body); }
  static auto prepare(const P& body) { return Flow::prepare(body); }
};

/// A free flow as a method: it supports bodies without torque only, and fails where the flow does.
template <class Flow>
struct FreeOnly : SelfStarting, Preparing<Flow> {
  template <class P, class T, class Counters>
  requires Torqueless<P>
  static RigidState<T> step(const P& body, const RigidState<T>& s, const T&, const T& h, Counters& counters) {
    return Flow::drift(body, s, h, counters);
  }
};

/// Declaration of the exact free motion, for all formulas.
constexpr MethodInfo exact_info(std::string_view id, std::string_view label, std::string_view source) {
  return {.id = id,
          .label = label,
          .source = source,
          .order = exact_order,
          .torque_evaluations = {},
          .symmetric = {Answer::yes},
          .symplectic = {Answer::yes},
          .spatial_momentum = {Answer::yes},
          .energy = {Answer::yes}};
}

/// The motion of a body without torque from t to t + h by a free flow. With rotors, K = p . J p / 2 - p . J h with
/// p = Pi + h and J = I^-1: the second part turns the body at the constant rate -J h, half of it before the flow and
/// half after, unless the flow takes h itself. Rotors are held at their values in the middle of the step.
template <class Flow, class P, class T, class Counters>
RigidState<T> drifted(const P& body, RigidState<T> s, [[maybe_unused]] const T& t, const T& h, Counters& counters) {
  if constexpr (!MomentumDriven<P>) {
    return Flow::drift(body, s, h, counters);
  } else {
    const bool rotors = body.has_rotors();
    const auto spin = rotors ? body.spin(t + h / 2) : Vec<Body, T>{};
    if (rotors) s.Pi += body.spin(t);
    if constexpr (requires { Flow::drift(body, s, h, counters, spin); }) {
      s = rotors ? Flow::drift(body, s, h, counters, spin) : Flow::drift(body, s, h, counters);
    } else {  // the flow stands here once: twice, it is compiled twice
      auto E = Rotation<Body, Body, T>::identity();
      const auto turn = [&] { s = {rotate_back(E, s.Pi), s.R * E}; };
      if (rotors) E = exp((h / 2) * body.Omega(-spin)), turn();
      s = Flow::drift(body, s, h, counters);
      if (rotors) turn();
    }
    if (rotors) s.Pi -= body.spin(t + h);
    return s;
  }
}

/// Strang splitting [Strang 1968], D a free flow. The torque of a kick is that at the time and attitude which drifts
/// have reached; the last kick's torque is the first of the next step. It fails where the flow does.
///
///   K(h): Pi <- Pi + h T(t, R), with linear damping exactly         (family/node_torque.hpp)
///   step = K(h/2) D(h) K(h/2)
template <class Flow>
struct Strang : Preparing<Flow>, NodeTorque {
  template <class P, class M, class T, class Counters>
  static M step(const P& body, M m, const T& t, const T& h, Counters& counters) {
    m.state.Pi = kicked(body, m.state.Pi, m.T_body, h / 2);  // K(h/2)
    m.state = drifted<Flow>(body, m.state, t, h, counters);  // D(h)
    m.T_body = kick_torque(body, t + h, m.state.R);
    m.state.Pi = kicked(body, m.state.Pi, m.T_body, h / 2);  // K(h/2)
    return m;
  }
};

}  // namespace polhode
