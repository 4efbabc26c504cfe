// SPDX-License-Identifier: MIT
#include "methods/vs_verlet.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsVerlet)
