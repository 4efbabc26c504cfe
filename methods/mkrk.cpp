// SPDX-License-Identifier: MIT
#include "methods/mkrk.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MkrkMidpoint, MkrkTrapezoid, MkrkHeun2, MkrkRk4, MkrkGauss4)
