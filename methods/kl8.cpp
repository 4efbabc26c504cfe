// SPDX-License-Identifier: MIT
#include "methods/kl8.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Kl8<Mr>, Kl8<Sej>, Kl8<DumbbellVi>, Kl8<DumbbellConserving>, Kl8<VsVerlet>)
