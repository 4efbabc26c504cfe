// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/comparison.hpp"

namespace polhode {

/// Runs the comparisons of the project: methods that are linked, references exact where there is an exact one. A case
/// that takes more seconds than these is skipped, with the reason; one step of a map is too short to be watched.
ComparisonRunner comparison_runner(double seconds_per_case = std::numeric_limits<double>::infinity());

}  // namespace polhode
