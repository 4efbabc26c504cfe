// SPDX-License-Identifier: MIT
#include "core/measuring/panels/shared.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace polhode::panels {

double step_seconds(const Comparison& comparison, const MethodInfo& method, std::int64_t steps,
                    const ComparisonRunner& runner) {
  const std::int64_t taken = std::min<std::int64_t>(steps, 128);
  Comparison piece = comparison;
  piece.duration = comparison.duration * static_cast<double>(taken) / static_cast<double>(steps);
  return runner.time(piece, method, taken) / static_cast<double>(taken);
}

double rounded(double x, int digits) {
  return std::strtod(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr);  // std::stod refuses what underflows
}

/// In seven digits: enough for a picture, and a golden file that stays small.
static json column(const std::vector<double>& x) {
  json out = json::array();
  for (const double v : x) out.push_back(rounded(v, 7));
  return out;
}

constexpr std::size_t most_points = 400;

json envelope(const Curve& curve) {
  const auto &t = curve.columns[0], &x = curve.columns[1];
  const std::size_t n = t.size(), bins = std::min(n, most_points);
  std::vector<double> time, low, high;
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t begin = b * n / bins, end = (b + 1) * n / bins;
    const auto [lo, hi] = std::minmax_element(x.begin() + begin, x.begin() + end);
    time.push_back(t[begin]), low.push_back(*lo), high.push_back(*hi);
  }
  return {{"t", column(time)}, {"min", column(low)}, {"max", column(high)}};
}

json thinned(const Curve& curve) {
  const std::size_t n = curve.columns[0].size(), stride = 1 + (n - 1) / (5 * most_points);
  json out = json::object();
  for (std::size_t c = 0; c < curve.names.size(); ++c) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n; i += stride) x.push_back(curve.columns[c][i]);
    if (n > 0 && (n - 1) % stride != 0) x.push_back(curve.columns[c].back());
    out[curve.names[c]] = column(x);
  }
  return out;
}

bool is_long(const Curve& curve) {
  return curve.columns[0].size() > 5 * most_points;
}

json pictures(const std::vector<Plot>& plots) {
  constexpr const char* drawings[] = {"marks", "band", "lines", "sphere", "space", "cells"};
  constexpr const char* legends[] = {"", "below", "inside"};
  json list = json::array();
  for (const auto& plot : plots) {
    json picture{{"draw", drawings[static_cast<int>(plot.drawing)]}};
    if (!plot.across.empty()) picture["across"] = plot.across, picture["up"] = plot.up;
    if (plot.log) picture["log"] = true;
    if (plot.legend != Legend::none) picture["legend"] = legends[static_cast<int>(plot.legend)];
    list.push_back(std::move(picture));
  }
  return list;
}

json series_header(const Series& s) {
  json row{{"method", s.method->id}, {"label", s.method->label}};
  if (!s.method->order.exact() && s.method->order.least() != no_order) row["order"] = s.method->order.least();
  return row;
}

json history_row(const Series& s, const json& numbers, const json& curve) {
  json row = series_header(s);
  row["status"] = name(s.status);
  if (!s.reason.empty()) row["reason"] = s.reason;
  if (s.histories.size() > 1) row["chaotic"] = true;
  row["numbers"] = numbers;
  row["curve"] = curve;
  return row;
}

}  // namespace polhode::panels
