// SPDX-License-Identifier: MIT
#include "methods/pcdm.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Pcdm)
