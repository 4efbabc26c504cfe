// SPDX-License-Identifier: MIT
#include "methods/vs_trapezoidal.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsTrapezoidal)
