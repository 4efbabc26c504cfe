// SPDX-License-Identifier: MIT
#include "methods/lacoursiere.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Lacoursiere)
