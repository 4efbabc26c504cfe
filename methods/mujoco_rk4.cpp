// SPDX-License-Identifier: MIT
#include "methods/mujoco_rk4.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(MujocoRk4)
