// SPDX-License-Identifier: MIT
#include "core/measuring/panels/cost.hpp"

#include <algorithm>

namespace polhode {

using namespace panels;

PanelData Cost::measure(const Measuring& with) const {
  return timed_ladders(comparison, same_ladders(comparison, ladder), norm, with);
}

json Cost::record(const PanelData& data) const {
  static constexpr Words words{Cost::kind,
                               "The time of a step divided by the time of the cheapest of the paper’s methods at the "
                               "same step; the grey strip is "
                               "what the paper says. Beside it, the error at each step."};
  json p = ladders_record(words, title, comparison, {norm}, data);
  name_times(p["axes"]);
  p["axes"]["relative_time"] = "time of a step / time of the cheapest " + baseline;
  p["plots"] = pictures({{Drawing::marks, Legend::none, true, "h", "relative_time"},
                         {Drawing::marks, Legend::below, true, "h", info(norm).key}});
  p["strip"] = {{"of", "relative_time"}, {"low", strip.first}, {"high", strip.second}, {"label", strip_label}};
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
