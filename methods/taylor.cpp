// SPDX-License-Identifier: MIT
#include "methods/taylor.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Taylor<8>, Taylor<12>, Taylor<16>, Taylor<20>, Taylor<24>)
