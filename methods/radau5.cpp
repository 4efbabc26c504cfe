// SPDX-License-Identifier: MIT
#include "methods/radau5.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Radau5<6>, Radau5<9>, Radau5<12>)
