// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "methods/aba.hpp"
#include "methods/akw.hpp"
#include "methods/dmv.hpp"
#include "methods/exact.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/no_squish.hpp"
#include "methods/pmlf6.hpp"
#include "methods/rk4.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/rkn8b17.hpp"
#include "methods/sej.hpp"
#include "methods/trap.hpp"
#include "methods/trapm.hpp"

namespace polhode {

/// The methods that move ensembles. Their steps do not branch on data, or do so by `select` and `any`.
using EnsembleRoster = std::tuple<Mr, NoSquish, Rk4, Dmv<6>, Dmv<10>, Exact, Sej, Rkn6a14, Rkn8b17, Aba864, Aba1064,
                                  Pmlf6, Akw, Imid, Imidm, Trap, Trapm>;

/// Whether M moves by the exact free flow.
template <class M>
concept ByExactFlow = std::is_base_of_v<Preparing<ExactFlow>, M> || std::is_base_of_v<Preparing<ExactDrift>, M>;

/// Registers of doubles that a pack of bodies fills: two, so that the processor works on one while the other waits. The
/// exact flow keeps it busy with one, and has more numbers than there are registers for two of each.
template <class M>
inline constexpr int registers_of = ByExactFlow<M> ? 1 : 2;

}  // namespace polhode
