// SPDX-License-Identifier: MIT
#include "methods/rvv.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Rvv)
