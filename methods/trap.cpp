// SPDX-License-Identifier: MIT
#include "methods/trap.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Trap)
