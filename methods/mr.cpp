// SPDX-License-Identifier: MIT
#include "methods/mr.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Mr)
