// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "experiments/judging/attitude/pages.hpp"
#include "experiments/running/method_filter.hpp"

/// What a page is found to be.
namespace polhode::attitude {

/// The methods that a filter accepts: those for bodies, and the updates for gyros, which count as explicit. Throws
/// UserError, as chosen_methods does, for a pattern that neither has.
struct ChosenMethods {
  std::vector<const MethodInfo*> of_bodies;
  std::vector<const PageInfo*> of_rates;
};
ChosenMethods chosen_of_both(const MethodFilter& filter);

/// Order on a formula's motion and on a free body, drift in coning, growth of rounding in float, invariance and cost.
struct PagePropertyReport {
  const PageInfo* page = nullptr;
  double order_generic = 0, order_free = 0;  ///< slope of the last halving of the interval
  bool has_coning = false;
  int power = 0;  ///< drift per sample is coefficient half_angle^2 b^power, b -> 0
  double coefficient = 0;
  std::vector<std::pair<double, double>> drift;  ///< b, and radians a sample for a half angle of 1 degree
  std::size_t float_updates = 1000000;
  double float_error = 0;           ///< radians after so many updates of 1e-3 rad each, in float
  double space = 0, body_axes = 0;  ///< what turning space, and renaming axes, change
  double seconds_per_sample = 0;
  std::vector<std::string> disagreements;
};
PagePropertyReport measure_page(const PageInfo& page, bool timing);

}  // namespace polhode::attitude
