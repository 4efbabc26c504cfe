// SPDX-License-Identifier: MIT
#include "methods/bullet.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Bullet)
