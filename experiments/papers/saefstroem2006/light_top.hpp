// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/measuring/experiment.hpp"
#include "methods/rk4.hpp"
#include "problems/heavy_top.hpp"

/// What Figures 6 and 7 of Celledoni & Säfström 2006 share: one top, three steps, and the shape of its true motion.
namespace polhode::saefstroem2006 {

inline constexpr std::int64_t steps[3] = {10000, 2000, 1000};
inline constexpr const char* step_names[3] = {"h = 0.01", "h = 0.05", "h = 0.1"};

inline Comparison comparison(std::vector<const MethodInfo*> methods) {
  return {&HeavyTop156::info, HeavyTop156::make<double>(), std::move(methods), 100};
}

/// The motion by a method that neither figure comparisons, with steps so short that its shape is the true one to 1e-5.
inline Trajectory true_motion() {
  return {.title = "the motion of u (RK4, h = 0.001)",
          .comparison = comparison({&Rk4::info}),
          .steps = 100000,
          .quantity = Quantity::gravity_direction,
          .view = View::sphere};
}

inline double mean_u3(const Curve& c) {
  return mean(c["u3"]);
}
inline double min_u3(const Curve& c) {
  return *std::min_element(c["u3"].begin(), c["u3"].end());
}

}  // namespace polhode::saefstroem2006
