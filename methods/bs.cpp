// SPDX-License-Identifier: MIT
#include "methods/bs.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Bs<8>, Bs<12>, Bs<16>)
