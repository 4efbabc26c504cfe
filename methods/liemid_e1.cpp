// SPDX-License-Identifier: MIT
#include "methods/liemid_e1.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(LiemidE1)
