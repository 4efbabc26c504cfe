// SPDX-License-Identifier: MIT
#pragma once

#include <deque>

#include "core/io/spec.hpp"

namespace polhode {

/// Moves a body from t0 to t1 > t0 whose controllers read attitude and rate at multiples of `every` and hold their
/// torque, `delay` later, until the next; before the first it is 0. The last torque of the body stands for theirs.
/// Between two such times move(body, from, to, state) moves the state; where it returns false, that is the end.
template <class P, class T, class Move>
bool move_sampled(P body, const std::vector<Sampled<T>>& controllers, const T& t0, const T& t1, RigidState<T>& state,
                  const Move& move) {
  struct Held {
    T slack, index, sample;  ///< the next sample, and its number
    std::deque<std::pair<T, Vec<Body, T>>> waiting;
    Vec<Body, T> torque{};
  };
  using std::ceil;
  std::vector<Held> held;
  for (const auto& c : controllers) {
    const T slack = T(1e-9) * c.every, first = ceil(T((t0 - slack) / c.every));
    held.push_back({slack, first, first * c.every, {}, {}});
  }
  for (T t = t0; t < t1;) {
    Vec<Body, T> sum{};
    T next = t1;
    for (std::size_t i = 0; i < held.size(); ++i) {
      const auto& c = controllers[i];
      auto& h = held[i];
      if (h.sample <= t + h.slack) {
        h.waiting.emplace_back(h.sample + c.delay, c.law.torque(t, state.R, state.Pi, body.Omega(state.Pi)));
        h.index += T(1), h.sample = h.index * c.every;
      }
      while (!h.waiting.empty() && h.waiting.front().first <= t + h.slack)
        h.torque = h.waiting.front().second, h.waiting.pop_front();
      sum += h.torque;
      if (h.sample < next - h.slack) next = h.sample;
      if (!h.waiting.empty() && h.waiting.front().first < next - h.slack) next = h.waiting.front().first;
    }
    body.torques.terms[static_cast<std::size_t>(body.torques.size - 1)] = BodyTorque<T>{Signal<Body, T>(sum), T(1)};
    body.initial = state;
    if (!move(body, t, next, state)) return false;
    t = next;
  }
  return true;
}

}  // namespace polhode
