// SPDX-License-Identifier: MIT
#include "methods/adaptive.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Dopri5Adaptive<6>, Dopri5Adaptive<9>, Dopri5Adaptive<12>, Rkf78Adaptive<6>, Rkf78Adaptive<9>,
                Rkf78Adaptive<12>, BulirschStoer<6>, BulirschStoer<9>, BulirschStoer<12>)
