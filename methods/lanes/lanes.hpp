// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "methods/lanes/ensemble.hpp"

namespace polhode {

/// Moves the bodies first .. end-1 of the ensemble by `steps` steps of method M, several at a time. Compiled once for
/// each set of instructions (lanes.cpp).
template <class M, Instructions set>
void move_in_lanes(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps);

/// Free motions of all bodies of an ensemble, several at a time, in memory that is aligned to 128 bytes.
struct LaneFlows {
  std::size_t (*bytes)(std::size_t bodies);      ///< of the flows of this number of bodies
  void (*make)(Ensemble& starts, void* memory);  ///< bodies that are not supported become Status::skipped
  /// Moves the bodies first .. end-1 of `out` to their times, `first` a multiple of 64. False if some are not
  /// supported: they become Status::skipped.
  bool (*states)(const void* memory, std::span<const double> times, Ensemble& out, std::size_t first, std::size_t end);
};
/// Those of a set of instructions (flows_lanes.cpp).
template <Instructions set>
LaneFlows lane_flows();

/// The flag that interrupts runs: the program's, if it has loaded the lanes.
extern const std::atomic<bool>* lanes_interrupted;

}  // namespace polhode
