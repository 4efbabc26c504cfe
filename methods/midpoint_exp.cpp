// SPDX-License-Identifier: MIT
#include "methods/midpoint_exp.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MidpointExp)
