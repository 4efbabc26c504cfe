// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "core/geometry/scalar.hpp"
#include "core/report/experiment.hpp"

namespace polhode {

using WideState = std::variant<RigidState<float128>, DirectorState<float128>>;

/// The end of a race: its state, how it is known and how well.
struct KnownEnd {
  WideState state;
  ReferenceInfo info;
};

/// The reference of a race: that of the problem as its doubles denote it, what a run could reach at best. Exact where
/// there is a closed form; converged ones are kept in results/reference and computed anew if the problem has changed.
/// Safe to call from many threads; each reference is found once.
const KnownEnd& reference_of(const Race& race);

}  // namespace polhode
