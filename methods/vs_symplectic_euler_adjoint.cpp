// SPDX-License-Identifier: MIT
#include "methods/vs_symplectic_euler_adjoint.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(VsSymplecticEulerAdjoint)
