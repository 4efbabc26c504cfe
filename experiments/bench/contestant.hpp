// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/stepping/body.hpp"

namespace polhode {

/// A method to be timed on a problem. The functions are compiled in an aligned file of their own per method
/// (contestant.cpp), so that times do not depend on what else is in the program.
template <class M, class P>
struct Contestant {
  /// The end state after a loop over the step, as one would write it by hand.
  static typename P::State by_hand(const P& problem, double h, std::int64_t steps);
  /// The same by the project's one loop.
  static typename P::State by_integrate(const P& problem, double h, std::int64_t steps);
};

}  // namespace polhode
