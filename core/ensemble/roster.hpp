// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "methods/akw.hpp"
#include "methods/dmv.hpp"
#include "methods/exact.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/no_squish.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"
#include "methods/trap.hpp"
#include "methods/trapm.hpp"

namespace polhode {

/// The methods that move ensembles. Their steps do not branch on data, or do so by `select` and `any`.
using EnsembleRoster = std::tuple<Mr, NoSquish, Rk4, Dmv<6>, Dmv<10>, Exact, Sej, Akw, Imid, Imidm, Trap, Trapm>;

}  // namespace polhode
