// SPDX-License-Identifier: MIT
#include "methods/dumbbell_vi.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(DumbbellVi)
