// SPDX-License-Identifier: MIT
#include "methods/mkrk_dop853.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MkrkDop853)
