// SPDX-License-Identifier: MIT
#include "methods/vs_symplectic_euler.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsSymplecticEuler)
