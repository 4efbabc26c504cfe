// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "core/ensemble/ensemble.hpp"
#include "methods/dmv.hpp"
#include "methods/exact.hpp"
#include "methods/mr.hpp"
#include "methods/no_squish.hpp"
#include "methods/rk4.hpp"

namespace polhode {

/// The methods that move ensembles. Their steps do not branch on data, or do so by `select` and `any`.
using EnsembleRoster = std::tuple<Mr, NoSquish, Rk4, Dmv<6>, Dmv<10>, Exact>;

/// Takes the bodies first .. end-1 of the ensemble `steps` steps by method M, N at a time. Compiled once for each set
/// of instructions (lanes.cpp), each with an N of its own: no two of them define the same function.
template <class M, int N>
void move_in_lanes(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps);

}  // namespace polhode
