// SPDX-License-Identifier: MIT
#include "methods/symmetric_composition.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Suzuki4<Mr>, Suzuki4<Sej>, Suzuki4<DumbbellVi>, Suzuki4<VsVerlet>, Kl6<Mr>, Kl6<Sej>, Kl6<DumbbellVi>,
                Kl6<VsVerlet>, Kl8<Mr>, Kl8<Sej>, Kl8<DumbbellVi>, Kl8<DumbbellConserving>, Kl8<VsVerlet>, Ss10<Mr>,
                Ss10<Sej>, Ss10<DumbbellVi>, Ss10<VsVerlet>)
