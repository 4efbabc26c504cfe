// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "core/spaces/rigid_body.hpp"
#include "core/torques/control.hpp"
#include "core/torques/torqued_body.hpp"

namespace polhode {

/// A controller that reads the state at t0 + offset + k interval, k = 0, 1, .. before the end. Its demand acts after
/// `delay`, until the next demand does; before the first, `initial` acts.
template <class T>
struct SampledControl {
  Control<T> law;
  T interval, delay{0}, offset{0};
  Vec<Body, T> initial{};
};

/// The data of sampled controllers between their samples: a constant torque, and demands that do not act yet. It
/// belongs to a run forward in time; methods see a constant torque of the body.
template <class T>
class HeldControl {
 public:
  HeldControl(const std::vector<SampledControl<T>>& controls, const T& t0, const T& end) : end_(end) {
    for (const auto& c : controls) all_.push_back({c, t0 + c.offset, c.initial});
  }

  /// Reads the state at t and applies the demands that are due, up to rounding; returns the total torque from then on.
  Vec<Body, T> at(const T& t, const RigidState<T>& s, const Vec<Body, T>& Omega) {
    Vec<Body, T> sum{};
    for (auto& a : all_) {
      const T soon = t + slack(a);
      if (const T now = a.next(); now <= soon && reads(a)) {
        a.waiting.push_back({now + a.is.delay, a.is.law.torque(now, s.R, s.Pi, Omega)});
        ++a.read;
      }
      while (!a.waiting.empty() && a.waiting.front().time <= soon)
        a.acts = a.waiting.front().torque, a.waiting.pop_front();
      sum += a.acts;
    }
    return sum;
  }
  /// The next time of a reading or an action; the end if there is none before.
  T next() const {
    T first = end_;
    for (const auto& a : all_) {
      if (reads(a)) first = std::min(first, a.next());
      if (!a.waiting.empty()) first = std::min(first, a.waiting.front().time);
    }
    return first;
  }
  /// All times of readings and actions, in no order.
  static std::vector<T> breaks(const std::vector<SampledControl<T>>& controls, const T& t0, const T& end) {
    std::vector<T> times;
    for (const auto& c : controls)
      for (Active a{c, t0 + c.offset, {}}; a.next() < end; ++a.read)
        times.push_back(a.next()), times.push_back(a.next() + c.delay);
    return times;
  }

 private:
  struct Demand {
    T time;
    Vec<Body, T> torque;
  };
  struct Active {
    SampledControl<T> is;
    T first;
    Vec<Body, T> acts;
    double read = 0;  ///< samples so far
    std::deque<Demand> waiting{};

    T next() const { return first + T(read) * is.interval; }
  };
  static T slack(const Active& a) { return T(1e-9) * a.is.interval; }
  /// Whether it reads again: not at the end, although rounding may leave that multiple of the interval before it.
  bool reads(const Active& a) const { return a.next() < end_ - slack(a); }

  std::vector<Active> all_;
  T end_;
};

}  // namespace polhode
