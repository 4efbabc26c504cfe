// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

#include "core/measuring/experiment.hpp"

/// Methods beside those of a figure: `polhode figure NAME --with METHOD`.
namespace polhode {

/// A run of a plug-in's method crashed, threw, or did not return: the method, its library, and the reason.
struct ForeignMethodFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Adds the extra methods to every comparison whose problem they support, unless they are there; claims are computed
/// without them. Throws UserError if an extra method supports no problem of the figure.
Experiment with_extra_methods(Experiment experiment, const std::vector<const MethodInfo*>& extra_methods);

}  // namespace polhode
