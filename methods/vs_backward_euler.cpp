// SPDX-License-Identifier: MIT
#include "methods/vs_backward_euler.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsBackwardEuler)
