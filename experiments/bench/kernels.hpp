// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace polhode {

/// A piece of the hot loops, to be measured alone.
struct Kernel {
  std::string_view name;
  /// Makes that many calls on arguments that differ, and returns a number that depends on all of them.
  double (*run)(std::int64_t calls);
};

/// exp, dexp_inv, elliptic kernels, solving, the one loop, and FreeFlow: dense, in batches, equispaced, built anew.
std::span<const Kernel> kernels();

}  // namespace polhode
