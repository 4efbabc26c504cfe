// SPDX-License-Identifier: MIT
#include "methods/swc1.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Swc1)
