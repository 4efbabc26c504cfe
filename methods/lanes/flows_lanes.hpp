// SPDX-License-Identifier: MIT
#pragma once

#include "methods/lanes/ensemble.hpp"

namespace polhode {

/// The flows of several bodies at a time, in memory that is aligned to 128 bytes. Compiled once for each set of
/// instructions (flows_lanes.cpp).
template <Instructions set>
struct FlowsInLanes {
  /// Bytes of the flows of this number of bodies.
  static std::size_t bytes(std::size_t bodies);
  /// Makes the flows of all bodies; bodies that are not supported become Status::skipped.
  static void make(Ensemble& starts, void* memory);
  /// Moves the bodies first .. end-1 of `out` to their times, `first` a multiple of 64. False if some are not
  /// supported: they become Status::skipped.
  static bool states(const void* memory, std::span<const double> times, Ensemble& out, std::size_t first,
                     std::size_t end);
};

}  // namespace polhode
