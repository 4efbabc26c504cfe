// SPDX-License-Identifier: MIT
#include "methods/exact_mdot.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ExactMdot)
