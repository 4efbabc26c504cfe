// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polhode {

/// Source and build of a program; context of timings.
struct BuildInfo {
  std::string version, compiler, flags, fp_mode, git;
};

/// Build of this program.
BuildInfo build_info();

}  // namespace polhode
