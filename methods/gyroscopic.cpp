// SPDX-License-Identifier: MIT
#include "methods/gyroscopic.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Catto, Bullet, Lacoursiere)
