// SPDX-License-Identifier: MIT
#include "methods/backward_euler.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(BackwardEuler)
