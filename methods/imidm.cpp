// SPDX-License-Identifier: MIT
#include "methods/imidm.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Imidm)
