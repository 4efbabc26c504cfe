// SPDX-License-Identifier: MIT
#include "core/measuring/panels/histories.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace polhode {

using namespace panels;

namespace {

/// Of all methods from all starts, on all cores.
PanelData histories(const Comparison& comparison, std::int64_t steps, int starts, Quantity quantity,
                    const Measuring& with) {
  PanelData data{{}, {}};
  std::vector<double> seconds;  // of a run, by method
  for (const auto* m : comparison.methods) {
    data.series.push_back({m, {}, {}, std::vector<Curve>(starts)});
    seconds.push_back(static_cast<double>(steps) * step_seconds(comparison, *m, steps, with.runner));
  }
  Progress progress(with.label, starts * std::accumulate(seconds.begin(), seconds.end(), 0.0));
  std::vector<History> found(data.series.size() * starts);
  parallel_for(found.size(), [&](std::size_t i) {
    auto& series = data.series[i / starts];
    found[i] = with.runner.history(comparison, *series.method, steps, quantity, static_cast<int>(i % starts));
    series.histories[i % starts] = std::move(found[i].curve);
    progress.add(seconds[i / starts]);
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].status != Status::ok) {
      auto& series = data.series[i / starts];
      series.status = found[i].status;
      series.late = found[i].late;
      const auto rows = std::ssize(series.histories[i % starts].columns[0]);
      series.reason = found[i].reason + " after " + std::to_string(std::max(rows - 1, std::ptrdiff_t(0))) + " steps";
    }
  return data;
}

/// A method that fails in its first step has nothing to show.
bool has_rows(const Series& s) {
  return std::none_of(s.histories.begin(), s.histories.end(), [](const Curve& c) { return c.columns[0].empty(); });
}

/// The quantity, on an axis.
std::string label(const std::vector<std::string>& names) {
  std::string words = names.size() == 2 ? names[1] : "components";
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// Relative errors below are rounding, which a ratio near 1 would hide.
constexpr double seen_as_ratio = 1e-6;

/// Of motions that last longer, only the first part can be seen.
constexpr double long_motion = 60, shown_of_long = 40;

/// The rows whose values are all within `distance` of the first row's.
Curve near_start(const Curve& curve, double distance) {
  if (std::isinf(distance)) return curve;
  Curve near{curve.names, std::vector<std::vector<double>>(curve.names.size())};
  for (std::size_t i = 0; i < curve.columns[0].size(); ++i) {
    bool inside = true;
    for (std::size_t c = 1; c < curve.names.size(); ++c)
      inside &= std::abs(curve.columns[c][i] - curve.columns[c][0]) <= distance;
    for (std::size_t c = 0; inside && c < curve.names.size(); ++c) near.columns[c].push_back(curve.columns[c][i]);
  }
  return near;
}

}  // namespace

PanelData Drift::measure(const Measuring& with) const {
  return histories(comparison, steps, starts, quantity, with);
}

json Drift::record(const PanelData& data) const {
  json p = panel_header(*this, comparison);
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
    p["axes"] = {{"across", "t"},
                 {"up", relative                             ? "H/H₀ − 1"
                        : quantity == Quantity::energy_error ? "H − H₀"
                                                             : label(data.history().names)}};
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

PanelData Trajectory::measure(const Measuring& with) const {
  return histories(comparison, steps, starts, quantity, with);
}

json Trajectory::record(const PanelData& data) const {
  json p = panel_header(*this, comparison);
  p["steps"] = steps;
  const auto& names = data.history().names;
  p["axes"] = {{"across", "t"}, {"up", label(names)}};
  if (names.size() > 2 && view == View::components && std::abs(comparison.duration) > long_motion)
    p["shown"] = shown_of_long;
  const bool is_one = names.size() == 2;
  const bool as_band = is_one && std::any_of(data.series.begin(), data.series.end(),
                                             [](const Series& s) { return is_long(s.histories[0]); });
  p["plots"] = pictures({{view == View::sphere  ? Drawing::sphere
                          : view == View::space ? Drawing::space
                          : as_band             ? Drawing::band
                                                : Drawing::lines,
                          is_one && data.series.size() == 1 ? Legend::none : Legend::below}});
  if (starts > 1) p["starts"] = starts;
  p["series"] = json::array();
  for (const auto& s : data.series) {
    const auto near = near_start(s.histories[0], close_up);
    json numbers = json::object();
    for (std::size_t c = 1; has_rows(s) && c < s.histories[0].names.size(); ++c)
      numbers["mean_" + s.histories[0].names[c]] =
          median(over_starts(s, [c](const Curve& h) { return mean(h.columns[c]); }));
    p["series"].push_back(history_row(s, numbers, as_band ? envelope(near) : thinned(near)));
  }
  return p;
}

}  // namespace polhode
