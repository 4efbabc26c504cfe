// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "methods/dumbbell_vi.hpp"
#include "methods/exact.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"
#include "methods/sej_magnus4.hpp"

namespace polhode {

/// Every method, in the order in which they are listed. A test fails if a header of this folder is not here.
using MethodRoster = std::tuple<Exact, Mr, Sej, SejMagnus4, SejWith<MrFlow>, Rk4, Imidm, DumbbellVi>;

}  // namespace polhode
