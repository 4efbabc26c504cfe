// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "methods/dumbbell_vi.hpp"
#include "methods/exact.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"

namespace polhode {

/// Every method, in the order in which they are listed. A test fails if a header of this folder is not here.
using MethodRoster = std::tuple<Exact, Mr, Rk4, Imidm, DumbbellVi>;

}  // namespace polhode
