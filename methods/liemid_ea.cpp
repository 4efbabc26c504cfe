// SPDX-License-Identifier: MIT
#include "methods/liemid_ea.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(LiemidEa)
