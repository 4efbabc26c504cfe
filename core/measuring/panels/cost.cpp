// SPDX-License-Identifier: MIT
#include "core/measuring/panels/cost.hpp"

#include <algorithm>

namespace polhode {

using namespace panels;

PanelData Cost::measure(const Measuring& with) const {
  return timed_ladders(comparison, ladder, norm, with);
}

std::vector<PlannedCase> Cost::plan(const Arena& arena, bool timed) const {
  return plan_ladder(title, comparison, ladder, timed, arena);
}

json Cost::record(const PanelData& data) const {
  json p = ladders_record("cost", title, comparison, {norm}, data);
  p["baselines"] = json::array();
  for (const auto* m : baselines) p["baselines"].push_back(m->id);
  return p;
}

void Cost::change(const std::function<void(Comparison&)>& edit) {
  edit(comparison);
  std::erase_if(baselines, [&](const MethodInfo* m) {
    return std::find(comparison.methods.begin(), comparison.methods.end(), m) == comparison.methods.end();
  });
}

}  // namespace polhode
