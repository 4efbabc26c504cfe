// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/experiment.hpp"

/// Methods beside those of a figure: `polhode figure NAME --with METHOD`.
namespace polhode {

/// Adds the guests to every race whose problem they serve and where they are not already; claims are computed without
/// them. Throws UserError if a guest serves no problem of the figure.
Experiment with_guests(Experiment experiment, const std::vector<const MethodInfo*>& guests);

}  // namespace polhode
