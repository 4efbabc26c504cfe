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

/// Registers of doubles that a pack of bodies fills: two, and the processor works on the one while the other waits. The
/// exact flow keeps it busy with one, and has more numbers than there are registers for two of each.
template <class M>
inline constexpr int registers_of = 2;  /// @cond
template <>
inline constexpr int registers_of<Exact> = 1;
template <>
inline constexpr int registers_of<Sej> = 1;
/// @endcond
}  // namespace polhode
