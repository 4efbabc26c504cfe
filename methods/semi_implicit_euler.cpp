// SPDX-License-Identifier: MIT
#include "methods/semi_implicit_euler.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(SemiImplicitEuler, SemiImplicitEulerNoGyro, MomentumRescaled)
