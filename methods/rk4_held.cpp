// SPDX-License-Identifier: MIT
#include "methods/rk4_held.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Rk4Held)
