// SPDX-License-Identifier: MIT
#include "core/measuring/panels/drift.hpp"

#include <algorithm>

namespace polhode {

using namespace panels;

namespace {

/// Relative errors below are rounding, which a ratio near 1 would hide.
constexpr double seen_as_ratio = 1e-6;

}  // namespace

PanelData Drift::measure(const Measuring& with) const {
  return histories(comparison, steps, starts, quantity, with);
}

json Drift::record(const PanelData& data) const {
  static constexpr Words words{
      Drift::kind,
      "The band runs from the least to the largest value of every bin of time, so no peak is lost. A level "
      "band: the error is bounded; a band that grows with t: it drifts. A logarithmic axis shows the size of the "
      "error."};
  json p = panel_header(words, title, comparison);
  p["steps"] = steps;
  if (starts > 1) p["starts"] = starts;
  p["plots"] = pictures({{Drawing::band, Legend::below}});
  p["quantity"] = data.history().names[1];
  const bool relative = quantity == Quantity::relative_energy_error;
  double size = 0;
  for (const auto& s : data.series)
    if (has_rows(s)) size = std::max(size, largest(s.histories[0].columns[1]));
  if (relative && size > seen_as_ratio) {  // as the papers draw it: H/H0 against the step
    p["axes"] = {{"across", "step"}, {"up", "H/H₀"}};
    p["per_time"] = static_cast<double>(steps) / comparison.duration, p["base"] = 1;
  } else {
    p["axes"] = {{"across", "t"}, {"up", relative ? "H/H₀ − 1" : "H − H₀"}};
  }
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
