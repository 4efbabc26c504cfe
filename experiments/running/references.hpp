// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/scalar.hpp"
#include "core/measuring/comparison.hpp"

namespace polhode {

/// The end of a comparison: its state, how it is known and how well.
struct KnownEnd {
  State<float128> state;
  ReferenceInfo info;
};

/// The reference of a comparison: that of the problem as its doubles denote it, what a run could reach at best. Exact
/// where there is a closed form; converged ones are kept in results/reference and computed anew if the problem has
/// changed. Safe to call from many threads; each reference is found once.
const KnownEnd& reference_of(const Comparison& comparison);

}  // namespace polhode
