// SPDX-License-Identifier: MIT
#include "methods/rk4.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Rk4)
