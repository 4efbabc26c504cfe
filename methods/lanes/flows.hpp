// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "methods/family/free_flow.hpp"
#include "methods/lanes/ensemble.hpp"

namespace polhode {

/// The free motions of the bodies of an ensemble, computed once and then evaluated at any time of either sign, without
/// steps. Their states are those of FreeFlow, to the last bit if neither is contracted (-ffp-contract=off).
class FreeFlows {
 public:
  /// From the states of the bodies of `starts`, at t = 0.
  explicit FreeFlows(const Ensemble& starts, Instructions set = widest_instructions());

  std::size_t size() const { return starts_.size(); }
  /// Moves body i of `out` to times[i], on all cores (of oneTBB); its column `time` stays. Both have the length size(),
  /// which is not checked.
  void states(std::span<const double> times, Ensemble& out) const;
  /// The bodies first .. end-1, on this thread; `first` is a multiple of 64.
  void states(std::span<const double> times, Ensemble& out, std::size_t first, std::size_t end) const;

 private:
  struct alignas(128) Line {
    double numbers[16];
  };

  Ensemble starts_;
  Instructions set_;
  std::vector<Line> lanes_;
  std::unordered_map<std::size_t, FreeFlow> others_;  ///< of bodies that lanes do not support
};

}  // namespace polhode
