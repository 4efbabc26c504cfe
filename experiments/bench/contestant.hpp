// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/stepping/body.hpp"

namespace polhode {

/// A method to be timed on a problem, beside the project's one loop. The functions are compiled in aligned files of their
/// own (by_hand.hpp, methods/roster.cmake), so that times do not depend on what else is in the program.
template <class M, class P>
struct Contestant {
  /// The end state after a loop over the step, as one would write it by hand.
  static typename P::State by_hand(const P& problem, double h, std::int64_t steps);
};

}  // namespace polhode
