// SPDX-License-Identifier: MIT
#include "methods/rkn8b17.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Rkn8b17)
