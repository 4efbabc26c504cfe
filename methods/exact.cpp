// SPDX-License-Identifier: MIT
#include "methods/exact.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Exact)
