// SPDX-License-Identifier: MIT
#include "methods/rkf78.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Rkf78)
