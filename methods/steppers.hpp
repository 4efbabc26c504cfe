// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "methods/aba.hpp"
#include "methods/akw.hpp"
#include "methods/dmv.hpp"
#include "methods/dop853.hpp"
#include "methods/exact.hpp"
#include "methods/gauss.hpp"
#include "methods/gyroscopic.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/mkrk.hpp"
#include "methods/mr.hpp"
#include "methods/no_squish.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"
#include "methods/semi_implicit_euler.hpp"
#include "methods/trap.hpp"
#include "methods/vi.hpp"

namespace polhode {

/// The methods for loops of users, in Python and in the report. A method joins by a word here, and its header above.
using Steppers = std::tuple<Exact, Mr, Sej, Aba864, Aba1064, Rk4, Dop853, MkrkRk4, MkrkGauss4, Gauss<4>, Imidm, Imid,
                            Akw, Trap, Vi, Dmv<6>, SemiImplicitEuler, SemiImplicitEulerNoGyro, Catto, Bullet, NoSquish>;

}  // namespace polhode
