// SPDX-License-Identifier: MIT
#include "methods/vi.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Vi, ViForward, ViLegendre, ViNaive, ViNaiveForward)
