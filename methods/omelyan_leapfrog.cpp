// SPDX-License-Identifier: MIT
#include "methods/omelyan_leapfrog.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(OmelyanLeapfrog)
