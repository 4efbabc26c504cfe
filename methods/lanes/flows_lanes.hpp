// SPDX-License-Identifier: MIT
#pragma once

#include "methods/lanes/ensemble.hpp"

namespace polhode {

/// The flows of several bodies at a time, in memory that is aligned to 128 bytes. Compiled once for each set of
/// instructions (flows_lanes.cpp).
template <Instructions set>
struct FlowsInLanes {
  /// Bytes of the flows of so many bodies.
  static std::size_t bytes(std::size_t bodies);
  /// Makes the flows of all bodies; those that it does not serve become Status::skipped.
  static void make(Ensemble& starts, void* memory);
  /// Takes the bodies first .. end-1 of `out` to their times, `first` a multiple of 64. False if some are
  /// not served: those are Status::skipped.
  static bool states(const void* memory, std::span<const double> times, Ensemble& out, std::size_t first,
                     std::size_t end);
};

}  // namespace polhode
