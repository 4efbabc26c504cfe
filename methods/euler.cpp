// SPDX-License-Identifier: MIT
#include "methods/euler.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ForwardEuler, BackwardEuler, ForwardEulerM, BackwardEulerM)
