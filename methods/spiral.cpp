// SPDX-License-Identifier: MIT
#include "methods/spiral.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Spiral)
