// SPDX-License-Identifier: MIT
#pragma once

#include "core/problem/problem.hpp"
#include "experiments/judging/populations/population.hpp"

namespace polhode::populations {

/// A drawn body as a problem. Throws UserError where its torques are those of specs and a number of them is refused.
Problem<double> problem_of(const DrawnBody& body);

/// The torques of a drawn body as a spec of `run` has them.
nlohmann::ordered_json torques_of(const DrawnBody& body);

}  // namespace polhode::populations
