// SPDX-License-Identifier: MIT
#include "core/measuring/panels/drift.hpp"

namespace polhode {

using namespace panels;

PanelData Drift::measure(const Measuring& with) const {
  return histories(comparison, steps, starts, quantity, with);
}

std::vector<PlannedCase> Drift::plan(const Arena& arena, bool) const {
  return plan_histories(title, comparison, steps, starts, arena);
}

json Drift::record(const PanelData& data) const {
  json p = panel_header("drift", title, comparison);
  p["steps"] = steps;
  p["quantity"] = data.series.front().histories.front().names[1];
  p["series"] = json::array();
  for (const auto& s : data.series) {
    json numbers = json::object();
    if (has_rows(s))
      numbers = {{"max_abs", median(over_starts(s, [](const Curve& c) { return largest(c.columns[1]); }))},
                 {"drift_share",
                  median(over_starts(s, [](const Curve& c) { return drift_share(c.columns[0], c.columns[1]); }))}};
    p["series"].push_back(history_row(s, numbers, envelope(s.histories[0])));
  }
  return p;
}

}  // namespace polhode
