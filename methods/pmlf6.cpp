// SPDX-License-Identifier: MIT
#include "methods/pmlf6.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Pmlf6)
