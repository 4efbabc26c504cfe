// SPDX-License-Identifier: MIT
#pragma once

#include "core/problem/problem.hpp"
#include "experiments/judging/populations/population.hpp"

namespace polhode::populations {

/// A drawn body as a problem. Throws UserError where a number of its torques is refused.
Problem<double> problem_of(const DrawnBody& body);

/// The uniform fields of a body: the sum of their torques' largest sizes, and by how much they can raise the kinetic
/// energy of the start, V(R(0)) - min V.
struct FieldStrength {
  double size = 0, rise = 0;
};
FieldStrength field_strength(const Problem<double>& problem);

}  // namespace polhode::populations
