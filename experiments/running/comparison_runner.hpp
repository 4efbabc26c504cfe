// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

#include "core/geometry/scalar.hpp"
#include "core/measuring/comparison.hpp"
#include "core/measuring/experiment.hpp"

namespace polhode {

/// Runs the comparisons of the project with the linked methods; references are exact where possible. A case that takes
/// more seconds than these is skipped, with the reason; one step of a map is too short to be watched.
ComparisonRunner comparison_runner(double seconds_per_case = std::numeric_limits<double>::infinity());

/// The error at the end of a run. Its operations, which take far longer, are not counted.
double error_of(const Comparison& comparison, const MethodInfo& method, std::int64_t steps, Norm norm);

/// The end of a comparison: its state, the kind of its reference, and its error.
struct KnownEnd {
  State<float128> state;
  ReferenceInfo info;
};

/// The reference of a comparison, for the problem with its exact doubles: the best that a run can reach. It is exact if
/// there is a closed form. Safe to call from many threads; each reference is computed once.
const KnownEnd& reference_of(const Comparison& comparison);

// Methods beside those of a figure: `polhode figure NAME --with METHOD`.

/// A run of a plug-in's method crashed, threw, or did not return: the method, its library, and the reason.
struct ForeignMethodFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Adds the extra methods to every comparison whose problem they support, unless they are there; claims are computed
/// without them. Throws UserError if an extra method supports no problem of the figure.
Experiment with_extra_methods(Experiment experiment, const std::vector<const MethodInfo*>& extra_methods);

}  // namespace polhode
