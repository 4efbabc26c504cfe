// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "core/problem/problem.hpp"

namespace polhode {

/// The motion between two nodes of a run (core/stepping/between.hpp), and by how many radians it turns.
struct MotionBetween {
  std::function<State<double>(double t)> at;
  double angle;
};
/// The problem applies from t0 to t1: a torque that jumps at a node has its inner value. For bodies and directors.
MotionBetween motion_between(const Problem<double>& problem, double t0, const State<double>& s0, double t1,
                             const State<double>& s1);

}  // namespace polhode
