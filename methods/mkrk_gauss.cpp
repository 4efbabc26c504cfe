// SPDX-License-Identifier: MIT
#include "methods/mkrk_gauss.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MkrkGauss6, MkrkGauss8)
