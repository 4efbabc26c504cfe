// SPDX-License-Identifier: MIT
#include "methods/liemid_ea_dkkd.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(LiemidEaDkkd)
