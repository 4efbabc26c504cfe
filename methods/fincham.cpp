// SPDX-License-Identifier: MIT
#include "methods/fincham.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Fincham, FinchamYade)
