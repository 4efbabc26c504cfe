// SPDX-License-Identifier: MIT
#include "methods/dop853.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Dop853)
