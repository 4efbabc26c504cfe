// SPDX-License-Identifier: MIT
#include "methods/dopri5.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Dopri5)
