// SPDX-License-Identifier: MIT
#include "core/measuring/panels/work.hpp"

namespace polhode {

using namespace panels;

PanelData Work::measure(const Measuring& with) const {
  return timed_ladders(comparison, ladder, norm, with);
}

std::vector<PlannedCase> Work::plan(const Arena& arena, bool timed) const {
  return plan_ladder(title, comparison, ladder, timed, arena);
}

json Work::record(const PanelData& data) const {
  return ladders_record("work", title, comparison, {norm}, data);
}

}  // namespace polhode
