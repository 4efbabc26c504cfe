// SPDX-License-Identifier: MIT
#include "methods/aba864.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Aba864)
