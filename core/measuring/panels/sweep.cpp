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
  struct Failed {
    Status status = Status::ok;
    bool late = false;
    std::string reason;
  };
  std::vector<Failed> failed(n * data.series.size());
  Progress progress(with.label, static_cast<double>(failed.size()));
  parallel_for(failed.size(), [&](std::size_t i) {
    auto& series = data.series[i / n];
    auto& found = series.histories[0].columns[1][i % n];
    if (norm) {
      const auto point = with.runner.run(comparisons[i % n], *series.method, steps, {*norm});
      failed[i] = {point.status, point.late, point.reason};
      if (point.status == Status::ok) found = point.error();
    } else {
      const auto history = with.runner.history(comparisons[i % n], *series.method, steps, Quantity::energy_error, 0);
      failed[i] = {history.status, history.late, history.reason};
      auto e = history.curve["energy_error"];
      if (!e.empty()) e.erase(e.begin());  // the mean is over the steps, without the start
      for (auto& x : e) x = std::abs(x);
      if (!e.empty()) found = mean(e);
    }
    progress.add(1);
  });
  // Points that failed are left out; the first of a series is named.
  for (std::size_t i = failed.size(); i-- > 0;) {
    if (failed[i].status == Status::ok) continue;
    auto& series = data.series[i / n];
    series.status = failed[i].status, series.late = failed[i].late;
    series.reason = fmt::format("{} at {} = {:g}", failed[i].reason, parameter, values[i % n]);
    for (auto& column : series.histories[0].columns) column.erase(column.begin() + static_cast<std::ptrdiff_t>(i % n));
  }
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
