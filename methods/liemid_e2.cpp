// SPDX-License-Identifier: MIT
#include "methods/liemid_e2.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(LiemidE2)
