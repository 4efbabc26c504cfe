// SPDX-License-Identifier: MIT
#include "core/system/machine.hpp"

#include "build_version.hpp"

namespace polhode {

namespace {

/// Whether a * b + c is contracted to one rounding: measured, since flags can lie.
bool contracts() {
  volatile double a = 1 + 0x1p-30, c = -(1 + 0x1p-29);
  const double x = a, y = c;
  return x * x + y != 0;
}

}  // namespace

BuildInfo build_info() {
#ifdef __FAST_MATH__
  const std::string fast = "fast-math";
#else
  const std::string fast = "no fast-math";
#endif
  return {POLHODE_VERSION, POLHODE_COMPILER, POLHODE_FLAGS,
          fast + (contracts() ? ", contracted to FMA" : ", no contraction"), POLHODE_GIT};
}

}  // namespace polhode
