// SPDX-License-Identifier: MIT
#include "methods/suzuki4.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Suzuki4<Mr>, Suzuki4<Sej>, Suzuki4<DumbbellVi>, Suzuki4<VsVerlet>)
