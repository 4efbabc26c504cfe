// SPDX-License-Identifier: MIT
#include "core/measuring/panels/map.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

using namespace panels;

PanelData Map::measure(const Measuring& with) const {
  const std::size_t n = points.size();
  std::vector<double> x, y;  // of the points
  for (const auto& [px, py] : points) x.push_back(px), y.push_back(py);
  PanelData data{{}, {}};
  const auto candidates = comparisons(x[0], y[0]).front().methods;
  for (const auto* m : candidates)
    data.series.push_back({m,
                           {},
                           {},
                           {{{this->x, this->y, "mean_log10", "largest_log10"},
                             {x, y, std::vector<double>(n), std::vector<double>(n)}}}});
  const std::size_t methods = candidates.size();
  Progress progress(with.label, static_cast<double>(n));
  parallel_for(n, [&](std::size_t i) {
    std::vector<double> sums(methods), most(methods, -INFINITY);  // of log10
    const auto comparisons = this->comparisons(x[i], y[i]);
    for (const auto& comparison : comparisons) {
      const auto errors = with.runner.step_errors(comparison);
      for (std::size_t m = 0; m < methods; ++m) {
        constexpr double nothing = 1e-17;  // an error of 0
        const double e = std::log10(std::max(errors[m], nothing));
        sums[m] += e / static_cast<double>(comparisons.size()), most[m] = std::max(most[m], e);
      }
    }
    for (std::size_t m = 0; m < methods; ++m) {
      auto& columns = data.series[m].histories[0].columns;
      columns[2][i] = sums[m], columns[3][i] = most[m];
    }
    progress.add(1);
  });
  return data;
}

void Map::change(const std::function<void(Comparison&)>& edit) {
  comparisons = [before = comparisons, edit](double x, double y) {
    auto changed = before(x, y);
    for (auto& comparison : changed) edit(comparison);
    return changed;
  };
}

json Map::record(const PanelData& data) const {
  json p{{"kind", kind}, {"title", title}, {"how_to_read", how_to_read}, {"x", x}, {"y", y}};
  p["axes"] = {{"across", x}, {"up", y}, {"value", "mean log₁₀ of the error"}};
  p["plots"] = pictures({{Drawing::cells}});
  p["ranges"] = {{"across", {across.first, across.second}}, {"up", {up.first, up.second}}};
  const auto comparison = comparisons(points[0].first, points[0].second)[0];
  p["problem"] = comparison.info->id, p["t0"] = comparison.t0, p["duration"] = comparison.duration;
  p["series"] = json::array();
  for (const auto& s : data.series) {
    const auto& c = s.histories[0];
    const json numbers{{"mean", mean(c["mean_log10"])},
                       {"largest_mean", *std::max_element(c["mean_log10"].begin(), c["mean_log10"].end())},
                       {"largest", *std::max_element(c["largest_log10"].begin(), c["largest_log10"].end())}};
    json curve = json::object();
    for (std::size_t i = 0; i < 3; ++i) {
      json shorter = json::array();
      for (const double v : c.columns[i]) shorter.push_back(rounded(v, 4));
      curve[c.names[i]] = shorter;
    }
    p["series"].push_back(history_row(s, numbers, curve));
  }
  return p;
}

}  // namespace polhode
