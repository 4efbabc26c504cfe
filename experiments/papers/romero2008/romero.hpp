// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/experiment.hpp"
#include "experiments/papers/convergence.hpp"
#include "methods/akw.hpp"
#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/imidm.hpp"
#include "methods/swc1.hpp"
#include "methods/vi.hpp"
#include "problems/dumbbell_romero.hpp"
#include "problems/free_romero.hpp"

/// What the figures of Romero 2008 share: a free body and a dumbbell, t in [0, 5], h = 0.05.
namespace polhode::romero2008 {

inline constexpr double h = 0.05, time = 5;
inline constexpr std::int64_t steps = 100, long_run = 20000;

/// The methods that are plotted.
inline const Methods plotted{&Vi::info, &Akw::info, &Swc1::info, &Imidm::info};
inline const Methods on_the_sphere{&DumbbellVi::info, &DumbbellMidpoint::info, &DumbbellConserving::info};

inline Comparison body_comparison(const Methods& methods, double duration = time) {
  return {&FreeRomero::info, FreeRomero::make<double>(), methods, duration};
}
inline Comparison dumbbell_comparison(const Methods& methods, double duration = time) {
  return {&DumbbellRomero::info, DumbbellRomero::make<double>(), methods, duration};
}

inline Trajectory body_panel(const char* title, Quantity quantity, std::int64_t n = steps) {
  return {title, body_comparison({&Vi::info}, h * static_cast<double>(n)), n, quantity};
}
inline Trajectory dumbbell_panel(const char* title, Quantity quantity, std::int64_t n = steps) {
  return {title, dumbbell_comparison({&DumbbellVi::info}, h * static_cast<double>(n)), n, quantity};
}

/// How much the values of a panel's only series vary.
inline Numbers spread(const PanelData& data, const char* column) {
  const auto& x = data.history()[column];
  return {{"spread", most(x) - least(x)}, {"min", least(x)}, {"max", most(x)}};
}

/// The mean over the last tenth of a run against that over the first.
inline double mean_shift(const std::vector<double>& x) {
  const auto tenth = static_cast<std::ptrdiff_t>(x.size() / 10);
  return std::abs(mean({x.end() - tenth, x.end()}) - mean({x.begin(), x.begin() + tenth}));
}

}  // namespace polhode::romero2008
