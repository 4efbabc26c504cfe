// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec.hpp"
#include "experiments/judging/recommend.hpp"

/// What the atlas (results/atlas) says of a body, without running anything.
namespace polhode {

/// The method that is most often among the cheapest for bodies of the same cell of the atlas: of a like shape, as far
/// from the separatrix or in fields as strong, for the same accuracy over the same angle.
struct QuickAnswer {
  std::string problem;       ///< free body, heavy top
  double duration, radians;  ///< the angle at the speed of the start
  bool exact;                ///< free: the exact motion needs one step, whatever the steps below
  const MethodInfo* method;
  std::int64_t steps;
  double horizon, tolerance;   ///< of the cell, where it was sought
  std::uint64_t bodies, near;  ///< of the cell; and those for which the method is within `near_ratio` of the cheapest
  double near_ratio;
  double enough;  ///< the share of the cell's bodies for which the steps suffice
  Requirement requirement = {};

  double h() const { return duration / static_cast<double>(steps); }
  /// Fewer bodies say nothing.
  bool sure() const { return bodies >= 30; }
};

/// Reads the atlas in `folder`. Errors grow like the time and fall like the order of the method: so what is asked is
/// taken to the nearest horizon and to the next smaller tolerance of the atlas. Throws UserError where the atlas has no
/// answer: what is given, what is accepted.
QuickAnswer recommend_quickly(const Spec<double>& spec, const Requirement& requirement, const std::string& folder);

}  // namespace polhode
