// SPDX-License-Identifier: MIT
#include "methods/dmv_fp.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(DmvFp<2>, DmvFp<4>, DmvFp<6>, DmvFp<8>, DmvFp<10>)
