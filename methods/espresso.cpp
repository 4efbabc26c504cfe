// SPDX-License-Identifier: MIT
#include "methods/espresso.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Espresso)
