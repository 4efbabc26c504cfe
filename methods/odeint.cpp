// SPDX-License-Identifier: MIT
#include "methods/odeint.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Dopri5, Rkf78)
