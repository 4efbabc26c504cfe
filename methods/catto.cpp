// SPDX-License-Identifier: MIT
#include "methods/catto.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Catto)
