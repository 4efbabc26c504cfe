// SPDX-License-Identifier: MIT
#include "methods/backward_euler_m.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(BackwardEulerM)
