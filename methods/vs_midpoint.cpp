// SPDX-License-Identifier: MIT
#include "methods/vs_midpoint.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsMidpoint)
