// SPDX-License-Identifier: MIT
#include "core/measuring/panels/convergence.hpp"

namespace polhode {

using namespace panels;

PanelData Convergence::measure(const Measuring& with) const {
  return ladders(comparison, ladder, norms, with);
}

std::vector<PlannedCase> Convergence::plan(const Arena& arena, bool) const {
  return plan_ladder(title, comparison, ladder, false, arena);
}

json Convergence::record(const PanelData& data) const {
  return ladders_record("convergence", title, comparison, norms, data);
}

}  // namespace polhode
