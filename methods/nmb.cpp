// SPDX-License-Identifier: MIT
#include "methods/nmb.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Nmb)
