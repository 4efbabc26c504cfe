// SPDX-License-Identifier: MIT
#include "methods/mujoco.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MujocoImplicit, MujocoMidpoint, MujocoRk4)
