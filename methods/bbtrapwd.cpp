// SPDX-License-Identifier: MIT
#include "methods/bbtrapwd.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Bbtrapwd)
