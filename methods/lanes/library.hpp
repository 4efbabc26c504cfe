// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "methods/lanes/ensemble.hpp"

/// What moves bodies in lanes is a library apart from all that uses it: linked (linked.cpp), or beside the program and
/// loaded when it is first asked for (experiments/running/lanes.cpp).
namespace polhode {

struct LaneLibrary {
  /// A method; null for sets of instructions that the library has not.
  struct Steps {
    std::string_view id;
    EnsembleRunner::Kernel kernels[std::size(all_instructions)];
  };
  /// Free motions of all bodies, in memory that is aligned to 128 bytes.
  struct Flows {
    std::size_t (*bytes)(std::size_t bodies);      ///< of the flows of so many bodies
    void (*make)(Ensemble& starts, void* memory);  ///< those that it does not serve become Status::skipped
    /// Takes the bodies first .. end-1 of `out` to their times, `first` a multiple of 64. False if some are not served:
    /// those are Status::skipped.
    bool (*states)(const void* memory, std::span<const double> times, Ensemble& out, std::size_t first,
                   std::size_t end);
  };

  const char* build;  ///< with what it is compiled (build_of_lanes)
  std::span<const Steps> methods;
  Flows flows[std::size(all_instructions)];
  const std::atomic<bool>** interrupted;  ///< which flag ends its runs: that of who has loaded it
};
/// The library; null where there is none.
const LaneLibrary* lane_library();
/// With what the border of the library is compiled: where it differs, it does not fit.
std::string build_of_lanes();

/// A method's declaration, and its loops for bodies that lanes leave, which may be null.
struct BodyLoops {
  const MethodInfo* info = nullptr;
  std::function<Run<FreeBody<double>>(const FreeBody<double>&, const Grid<double>&, const Sampler<FreeBody<double>>*)>
      free;
  std::function<Run<TorquedBody<double>>(const TorquedBody<double>&, const Grid<double>&,
                                         const Sampler<TorquedBody<double>>*)>
      torqued;
};
/// Of the program, or of the library that is linked. `info` is null where there is no such method.
BodyLoops loops_of(std::string_view id);

}  // namespace polhode

/// The one function that the library exports.
extern "C" const polhode::LaneLibrary* polhode_lanes_v1();
