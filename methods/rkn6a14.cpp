// SPDX-License-Identifier: MIT
#include "methods/rkn6a14.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Rkn6a14, Rkn6a14With<MrFlow>, Rkn6a14With<DmvFlow<10>>, Rkn6a14With<SemiExactFlow<3>>)
