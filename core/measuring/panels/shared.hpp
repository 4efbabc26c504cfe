// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/measuring/comparison.hpp"

/// Shared by the kinds of panels.
namespace polhode::panels {

using json = nlohmann::ordered_json;

/// Elements of pictures, all that drawing code knows: lines with marks, one per series; the band between `min` and
/// `max`; a line per column; three columns on the unit sphere or in space; a coloured picture per series.
enum class Drawing { marks, band, lines, sphere, space, cells };
enum class Legend { none, below, inside };

/// A picture of a panel. For ladders it names the quantities of both axes: h, steps, a norm, a count, a time. The
/// columns of a curve are in this order.
struct Plot {
  Drawing drawing;
  Legend legend = Legend::none;
  bool log = false;  ///< both axes
  std::string_view across = {}, up = {};
};
json pictures(const std::vector<Plot>& plots);

/// Seconds of one step of a run, from a short piece of it.
double step_seconds(const Comparison& comparison, const MethodInfo& method, std::int64_t steps,
                    const ComparisonRunner& runner);

/// x, rounded to this number of digits.
double rounded(double x, int digits);
/// The first members of a panel in a file: its kind, its title, how to read its picture, and the compared runs.
json panel_header(const auto& panel, const Comparison& comparison) {
  return {{"kind", panel.kind},
          {"title", panel.title},
          {"how_to_read", panel.how_to_read},
          {"problem", comparison.info->id},
          {"t0", comparison.t0},
          {"duration", comparison.duration}};
}
/// The row of a method, as far as all panels have it.
json series_header(const Series& s);
/// A history: numbers of every start, and the curve of the first. Chaotic histories are compared by their medians only.
json history_row(const Series& s, const json& numbers, const json& curve);
/// Smallest and largest value of every bin of time: a peak between two drawn points is not lost.
json envelope(const Curve& curve);
/// Every k-th point, and the last; at most five times as many as an envelope has.
json thinned(const Curve& curve);
/// Whether a curve has more points than a picture shows.
bool is_long(const Curve& curve);

}  // namespace polhode::panels
