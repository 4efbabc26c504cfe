// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/experiment.hpp"

namespace polhode {

/// The arena of the project: methods from the roster, references exact where there is an exact one.
Arena arena();

}  // namespace polhode
