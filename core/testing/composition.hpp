// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

namespace polhode {

/// Half a step by each of two methods that carry only the state: Composition<First, Second> is Second(h/2) o
/// First(h/2). It fails if one of them does.
template <class First, class Second>
struct Composition : SelfStarting {
  template <class P, class State, class T, class Counters>
  static State step(const P& problem, const State& s, const T& t, const T& h, Counters& counters) {
    const T half = h / 2;
    return Second::step(problem, First::step(problem, s, t, half, counters), t + half, half, counters);
  }
};

}  // namespace polhode
