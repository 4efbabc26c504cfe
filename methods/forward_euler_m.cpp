// SPDX-License-Identifier: MIT
#include "methods/forward_euler_m.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ForwardEulerM)
