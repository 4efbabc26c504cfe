// SPDX-License-Identifier: MIT
#include "methods/dumbbell_midpoint.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(DumbbellMidpoint)
