// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/stepping/body.hpp"

namespace polhode {

/// Description of a problem of the papers.
struct ProblemInfo {
  std::string_view id, title, source;
};

}  // namespace polhode
