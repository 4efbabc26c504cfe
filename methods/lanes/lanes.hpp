// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "methods/lanes/ensemble.hpp"

namespace polhode {

/// Moves the bodies first .. end-1 of the ensemble by `steps` steps of method M, several at a time. Compiled once for
/// each set of instructions (lanes.cpp).
template <class M, Instructions set>
void move_in_lanes(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps);

/// The flag that interrupts runs: the program's, if it has loaded the lanes.
extern const std::atomic<bool>* lanes_interrupted;

}  // namespace polhode
