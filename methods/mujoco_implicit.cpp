// SPDX-License-Identifier: MIT
#include "methods/mujoco_implicit.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MujocoImplicit)
