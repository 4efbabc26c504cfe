// SPDX-License-Identifier: MIT
#include "methods/dumbbell_conserving.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(DumbbellConserving, DumbbellConservingSpatial, DumbbellMidpoint)
