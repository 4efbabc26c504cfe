// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"

namespace polhode {

/// The memory of methods that use the torque of a node twice, at the end of a step and at the start of the next:
/// state and torque. They add  step(body, memory, t, h, tally).
struct NodeTorque {
  template <class State, class Torque>
  struct Memory {
    State state;
    [[no_unique_address]] Torque T_body;
  };

  template <class P, class T>
  static auto start(const P& body, const RigidState<T>& s, const T& t, const T&) {
    return Memory<RigidState<T>, decltype(body.torque(t, s.R))>{s, body.torque(t, s.R)};
  }

  template <class P, class M>
  static auto read(const P&, const M& m) {
    return decltype(m.state){m.state.Pi, normalised(m.state.R)};
  }
};

}  // namespace polhode
