// SPDX-License-Identifier: MIT
#include "core/measuring/panels/sweep.hpp"

#include <cmath>

#include <fmt/format.h>

namespace polhode {

using namespace panels;

PanelData Sweep::measure(const Measuring& with) const {
  PanelData data{{}, {}};
  const std::size_t n = values.size();
  const auto candidates = comparisons[0].methods;
  for (const auto* m : candidates)
    data.series.push_back(
        {m, {}, {}, {{{parameter, norm ? "error" : "mean_energy_error"}, {values, std::vector<double>(n)}}}});
  Progress progress(with.label, static_cast<double>(n * data.series.size()));
  parallel_for(n * data.series.size(), [&](std::size_t i) {
    auto& series = data.series[i / n];
    auto& found = series.histories[0].columns[1][i % n];
    const auto fails = [&](Status status, bool late, const std::string& reason) {
      if (status == Status::ok) return;
      series.status = status, series.late = late;
      series.reason = fmt::format("{} at {} = {:g}", reason, parameter, values[i % n]);
    };
    if (norm) {
      const auto point = with.runner.run(comparisons[i % n], *series.method, steps, {*norm});
      found = point.status == Status::ok ? point.error() : 0;
      fails(point.status, point.late, point.reason);
    } else {
      const auto history = with.runner.history(comparisons[i % n], *series.method, steps, Quantity::energy_error, 0);
      auto e = history.curve["energy_error"];
      if (!e.empty()) e.erase(e.begin());  // the mean is over the steps, without the start
      for (auto& x : e) x = std::abs(x);
      found = e.empty() ? 0 : mean(e);
      fails(history.status, history.late, history.reason);
    }
    progress.add(1);
  });
  return data;
}

json Sweep::record(const PanelData& data) const {
  json p = panel_header(*this, comparisons[0]);
  p["steps"] = steps;
  p["parameter"] = parameter;
  p["axes"] = {{"across", parameter}, {"up", norm ? std::string(info(*norm).label) : "mean energy error |H − H₀|"}};
  p["plots"] = pictures({{Drawing::marks, Legend::inside, true}});
  p["series"] = json::array();
  for (const auto& s : data.series) p["series"].push_back(history_row(s, json::object(), thinned(s.histories[0])));
  return p;
}

}  // namespace polhode
