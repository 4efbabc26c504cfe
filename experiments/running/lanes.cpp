// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include "core/stepping/interrupt.hpp"
#include "experiments/running/paths.hpp"
#include "methods/lanes/library.hpp"
#include "methods/runners.hpp"

// Lanes of the program: a library beside it, polhode-lanes.so, which the target polhode_lanes builds.
namespace polhode {

const LaneLibrary* lane_library() {
  static const LaneLibrary* const library = []() -> const LaneLibrary* {
    void* const loaded = dlopen((library_folder() + "/polhode-lanes.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto describe =
        loaded ? reinterpret_cast<const LaneLibrary* (*)()>(dlsym(loaded, "polhode_lanes_v1")) : nullptr;
    const auto* found = describe ? describe() : nullptr;
    if (!found || found->build != build_of_lanes()) return nullptr;  // of another build: as if there were none
    *found->interrupted = &runs_interrupted;
    return found;
  }();
  return library;
}

BodyLoops loops_of(std::string_view id) {
  const auto* method = find_method(id);
  if (!method) return {};
  const auto* free = find_runner<FreeBody<double>>(*method);
  const auto* torqued = find_runner<TorquedBody<double>>(*method);
  BodyLoops loops{method, {}, {}};
  if (free) loops.free = free->run;
  if (torqued) loops.torqued = torqued->run;
  return loops;
}

}  // namespace polhode
