// SPDX-License-Identifier: MIT
#include "methods/ss10.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Ss10<Mr>, Ss10<Sej>, Ss10<DumbbellVi>, Ss10<VsVerlet>)
