// SPDX-License-Identifier: MIT
#include "methods/no_squish.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(NoSquish)
