// SPDX-License-Identifier: MIT
#include "methods/exact_kosenko.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ExactKosenko)
