// SPDX-License-Identifier: MIT
#include "methods/jsbsim.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(JsbsimEuler, JsbsimTrapezoidal, JsbsimAb2, JsbsimAb3, JsbsimAb4, JsbsimAb2Trapezoidal, JsbsimBuss2)
