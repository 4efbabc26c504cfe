// SPDX-License-Identifier: MIT
#include "methods/forward_euler.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ForwardEuler)
