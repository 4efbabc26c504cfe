// SPDX-License-Identifier: MIT
#include "methods/kl6.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Kl6<Mr>, Kl6<Sej>, Kl6<DumbbellVi>, Kl6<VsVerlet>)
