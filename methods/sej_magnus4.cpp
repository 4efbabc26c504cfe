// SPDX-License-Identifier: MIT
#include "methods/sej_magnus4.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(SejMagnus4)
