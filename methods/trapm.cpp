// SPDX-License-Identifier: MIT
#include "methods/trapm.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Trapm)
