// SPDX-License-Identifier: MIT
#include "methods/mujoco_midpoint.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MujocoMidpoint)
