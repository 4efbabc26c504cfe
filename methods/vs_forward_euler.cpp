// SPDX-License-Identifier: MIT
#include "methods/vs_forward_euler.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsForwardEuler)
