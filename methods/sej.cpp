// SPDX-License-Identifier: MIT
#include "methods/sej.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Sej, SejWith<MrFlow>, SejWith<DmvFlow<6>>, SejWith<DmvFlow<10>>, SejWith<SemiExactFlow<3>>)
