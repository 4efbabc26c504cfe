// SPDX-License-Identifier: MIT
#include "methods/aba.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Aba864, Aba1064)
