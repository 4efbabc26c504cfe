// SPDX-License-Identifier: MIT
#include "methods/strobe.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Strobe)
