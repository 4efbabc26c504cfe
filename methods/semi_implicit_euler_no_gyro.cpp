// SPDX-License-Identifier: MIT
#include "methods/semi_implicit_euler_no_gyro.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(SemiImplicitEulerNoGyro)
