// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/measuring/experiment.hpp"

namespace polhode {

std::vector<Panel> Panel::kinds() {
  return []<class... P>(std::type_identity<std::variant<P...>>) {
    return std::vector<Panel>{P{}...};
  }(std::type_identity<AnyPanel>());
}

Data measure(const Experiment& experiment, const ComparisonRunner& runner, bool timed) {
  Data data;
  for (const auto& panel : experiment.panels)
    data.push_back(panel.as([&](const auto& p) { return p.measure({experiment.id, runner, timed}); }));
  return data;
}

Experiment without_claims(const Experiment& experiment, const std::string& how) {
  Experiment other = experiment;
  other.id += "-partial", other.title += " (" + how + "; claims not judged)";
  other.claims.clear(), other.partial = true;
  return other;
}

Experiment restricted(const Experiment& experiment, const std::string& how,
                      const std::function<bool(const MethodInfo&)>& accepts) {
  Experiment other = without_claims(experiment, "only " + how);
  const auto edit = [&, accepts](Comparison& comparison) {
    std::erase_if(comparison.methods, [&](const MethodInfo* m) { return !accepts(*m); });
  };
  std::erase_if(other.panels, [&](Panel& panel) {
    return panel.as([&](auto& p) {
      p.change(edit);
      return p.methods().empty();
    });
  });
  return other;
}

bool ran_out_of_time(const Data& data) {
  for (const auto& panel : data)
    for (const auto& s : panel.series)
      if (s.late || std::any_of(s.points.begin(), s.points.end(), [](const Point& p) { return p.late; })) return true;
  return false;
}

}  // namespace polhode
