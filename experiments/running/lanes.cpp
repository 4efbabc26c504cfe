// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <link.h>

#include <fstream>

#include "core/stepping/interrupt.hpp"
#include "experiments/running/paths.hpp"
#include "methods/lanes/library.hpp"
#include "methods/runners.hpp"

// Lanes of the program: a library beside it, polhode-lanes.so, which the target polhode_lanes builds.
namespace polhode {

namespace {

/// Has the library all its bytes? Its headers of sections stand at its end; a copy that is cut off is mapped beyond it,
/// and the first access ends the program.
bool is_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) head{};
  file.read(reinterpret_cast<char*>(&head), sizeof head).seekg(0, std::ios::end);
  return file && std::size_t(file.tellg()) >= head.e_shoff + std::size_t(head.e_shnum) * head.e_shentsize;
}

}  // namespace

const LaneLibrary* lane_library() {
  static const LaneLibrary* const library = []() -> const LaneLibrary* {
    const auto path = library_folder() + "/polhode-lanes.so";
    void* const loaded = is_whole(path) ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
    const auto describe =
        loaded ? reinterpret_cast<const LaneLibrary* (*)()>(dlsym(loaded, "polhode_lanes_v1")) : nullptr;
    const auto* found = describe ? describe() : nullptr;
    if (!found || found->build != build_of_lanes()) return nullptr;  // cut off or of another build: as if none
    *found->interrupted = &runs_interrupted;
    return found;
  }();
  return library;
}

BodyLoops loops_of(std::string_view id) {
  const auto* method = find_method(id);
  if (!method) return {};
  BodyLoops loops{method, {}, {}};
  if (const auto* free = find_runner<FreeBody<double>>(*method)) loops.free = free->run;
  if (const auto* torqued = find_runner<TorquedBody<double>>(*method)) loops.torqued = torqued->run;
  return loops;
}

}  // namespace polhode
