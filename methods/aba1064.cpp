// SPDX-License-Identifier: MIT
#include "methods/aba1064.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Aba1064)
