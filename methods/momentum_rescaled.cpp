// SPDX-License-Identifier: MIT
#include "methods/momentum_rescaled.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MomentumRescaled)
