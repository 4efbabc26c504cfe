// SPDX-License-Identifier: MIT
#include "methods/exact_frames.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(ExactMatrix, ExactMdot, ExactKosenko, ExactVzs)
