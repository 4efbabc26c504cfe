// SPDX-License-Identifier: MIT
#include "methods/vector_space.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsForwardEuler, VsBackwardEuler, VsTrapezoidal, VsMidpoint, VsSymplecticEuler, VsSymplecticEulerAdjoint,
                VsVerlet)
