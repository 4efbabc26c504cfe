// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "problems/dumbbell_romero.hpp"
#include "problems/frb.hpp"
#include "problems/free_romero.hpp"
#include "problems/krysl.hpp"
#include "problems/saefstroem.hpp"
#include "problems/vs_test.hpp"

namespace polhode {

/// Every problem of the papers. A test fails if a header of this folder is not here.
using ProblemRoster = std::tuple<FreeSaefstroem1, FreeSaefstroem2, HeavyTop1000, HeavyTop156, HeavyTopAlpha, FreeKrysl,
                                 LagrangeTopSlow, LagrangeTopFast, CoulombWallBody, CoulombWallAttractive, FreeRomero,
                                 DumbbellRomero, FreeFrb, PerturbedFrb, VsTest>;

}  // namespace polhode
