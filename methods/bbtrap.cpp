// SPDX-License-Identifier: MIT
#include "methods/bbtrap.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Bbtrap)
