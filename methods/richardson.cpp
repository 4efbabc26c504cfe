// SPDX-License-Identifier: MIT
#include "methods/richardson.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Richardson)
