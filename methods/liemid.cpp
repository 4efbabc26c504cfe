// SPDX-License-Identifier: MIT
#include "methods/liemid.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(LiemidE1, LiemidE2, LiemidEa, LiemidEaDkkd)
