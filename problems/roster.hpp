// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "problems/dumbbell_romero.hpp"
#include "problems/free_saefstroem_1.hpp"

namespace polhode {

/// Every problem of the papers. A test fails if a header of this folder is not here.
using ProblemRoster = std::tuple<FreeSaefstroem1, DumbbellRomero>;

}  // namespace polhode
