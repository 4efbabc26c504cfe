// SPDX-License-Identifier: MIT
#include "methods/buss.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Buss1, Buss2, Buss2Augmented)
