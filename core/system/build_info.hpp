// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polhode {

/// Where a program came from and how it was built; context of timings.
struct BuildInfo {
  std::string version, compiler, flags, fp_mode, git;
};

/// How this program was built.
BuildInfo build_info();

}  // namespace polhode
