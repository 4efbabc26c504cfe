// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "methods/lanes/lanes.hpp"

/// Bodies in lanes are moved by a separate library. It is linked (linked.cpp), or stands beside the program and is
/// loaded at the first use (experiments/running/lanes.cpp).
namespace polhode {

struct LaneLibrary {
  /// A method; null for sets of instructions that the library does not have.
  struct Steps {
    std::string_view id;
    EnsembleRunner::Kernel kernels[std::size(all_instructions)];
  };

  const char* build;  ///< its build (build_of_lanes)
  std::span<const Steps> methods;
  LaneFlows flows[std::size(all_instructions)];
  const std::atomic<bool>** interrupted;  ///< the flag that ends its runs, set by the loading program
};
/// The library; null if there is none.
const LaneLibrary* lane_library();
/// The build as seen at the border of the library: where it differs, the library does not fit.
std::string build_of_lanes();

/// A method's declaration, and its loops for bodies without lanes, which may be null.
struct BodyLoops {
  const MethodInfo* info = nullptr;
  decltype(Runner<FreeBody<double>>::run) free;
  decltype(Runner<TorquedBody<double>>::run) torqued;
};
/// The loops of the program, or of the linked library. `info` is null if there is no such method.
BodyLoops loops_of(std::string_view id);

}  // namespace polhode

/// The one function that the library exports.
extern "C" const polhode::LaneLibrary* polhode_lanes_v1();
