// SPDX-License-Identifier: MIT
#include "methods/semi_exact.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(SemiExact<1>, SemiExact<2>, SemiExact<3>, SemiExact<4>, SemiExact<5>, SemiExact<6>, SemiExact<7>,
                SemiExact<8>, SemiExact<9>, SemiExact<10>, SemiExactKosenko<5>, SemiExactHermite<2>,
                SemiExactHermite<3>)
