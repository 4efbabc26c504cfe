// SPDX-License-Identifier: MIT
#include "methods/exact_matrix.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ExactMatrix)
