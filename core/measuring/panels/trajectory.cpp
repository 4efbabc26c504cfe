// SPDX-License-Identifier: MIT
#include "core/measuring/panels/trajectory.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

using namespace panels;

namespace {

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

PanelData Trajectory::measure(const Measuring& with) const {
  return histories(comparison, steps, starts, quantity, with);
}

json Trajectory::record(const PanelData& data) const {
  static constexpr Words words{Trajectory::kind, "The motion itself; components are told apart by their dashes."};
  json p = panel_header(words, title, comparison);
  p["steps"] = steps;
  const auto& names = data.history().names;
  std::string up = names.size() == 2 ? names[1] : "components";
  std::replace(up.begin(), up.end(), '_', ' ');
  p["axes"] = {{"across", "t"}, {"up", up}};
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
