// SPDX-License-Identifier: MIT
#include "core/measuring/panels/cost.hpp"

#include <algorithm>

namespace polhode {

using namespace panels;

PanelData Cost::measure(const Measuring& with) const {
  return timed_ladders(race, ladder, norm, with);
}

std::vector<PlannedCase> Cost::plan(const Arena& arena, bool timed) const {
  return plan_ladder(title, race, ladder, timed, arena);
}

json Cost::record(const PanelData& data) const {
  json p = ladders_record("cost", title, race, {norm}, data);
  p["baselines"] = json::array();
  for (const auto* m : baselines) p["baselines"].push_back(m->id);
  return p;
}

void Cost::change(const std::function<void(Race&)>& edit) {
  edit(race);
  std::erase_if(baselines, [&](const MethodInfo* m) {
    return std::find(race.methods.begin(), race.methods.end(), m) == race.methods.end();
  });
}

}  // namespace polhode
