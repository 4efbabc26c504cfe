// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/scalar.hpp"
#include "core/measuring/comparison.hpp"

namespace polhode {

/// Runs the comparisons of the project: methods that are linked, references exact where there is an exact one. A case
/// that takes more seconds than these is skipped, with the reason; one step of a map is too short to be watched.
ComparisonRunner comparison_runner(double seconds_per_case = std::numeric_limits<double>::infinity());

/// The error at the end of a run. Its operations, which take far longer, are not counted.
double error_of(const Comparison& comparison, const MethodInfo& method, std::int64_t steps, Norm norm);

/// The end of a comparison: its state, how it is known and how well.
struct KnownEnd {
  State<float128> state;
  ReferenceInfo info;
};

/// The reference of a comparison: that of the problem as its doubles denote it, what a run could reach at best. Exact
/// where there is a closed form. Safe to call from many threads; each reference is found once.
const KnownEnd& reference_of(const Comparison& comparison);

}  // namespace polhode
