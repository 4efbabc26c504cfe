// SPDX-License-Identifier: MIT
#include "methods/gauss.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Gauss<4>, Gauss<6>, Gauss<8>)
