// SPDX-License-Identifier: MIT
#include "methods/akw.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Akw, MidpointExp)
