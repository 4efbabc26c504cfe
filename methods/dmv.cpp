// SPDX-License-Identifier: MIT
#include "methods/dmv.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Dmv<2>, Dmv<4>, Dmv<6>, Dmv<8>, Dmv<10>)
