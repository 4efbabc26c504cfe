// SPDX-License-Identifier: MIT
#include "methods/exact_vzs.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ExactVzs)
