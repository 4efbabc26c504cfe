// SPDX-License-Identifier: MIT
#include "core/measuring/panels/shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/system/machine.hpp"

namespace polhode::panels {

namespace {

// --- what a case will cost -----------------------------------------------------------------------------------------

/// Seconds of one step of a run, from a short piece of it.
double step_seconds(const Comparison& comparison, const MethodInfo& method, std::int64_t steps,
                    const ComparisonRunner& runner) {
  const std::int64_t taken = std::min<std::int64_t>(steps, 128);
  Comparison piece = comparison;
  piece.duration = comparison.duration * static_cast<double>(taken) / static_cast<double>(steps);
  return runner.time(piece, method, taken) / static_cast<double>(taken);
}

/// A counted point in bare runs: it is a run, one from a moved start, and one whose operations are counted one by one. A
/// run in 113 bits takes about a hundred (40 to 260 on figures of the papers).
constexpr double counted = 100;

/// Seconds of the points of ladders, by method and step count.
std::vector<std::vector<double>> ladder_seconds(const Comparison& comparison, const Ladders& ladders,
                                                const ComparisonRunner& runner) {
  std::vector<std::vector<double>> all;
  for (std::size_t m = 0; m < ladders.own.size(); ++m) {
    all.emplace_back();
    const double step = step_seconds(comparison, *comparison.methods[m], ladders.common.front(), runner);
    for (const auto n : ladders.own[m]) all.back().push_back(step * static_cast<double>(n));
  }
  return all;
}

double sum(const std::vector<std::vector<double>>& table) {
  double all = 0;
  for (const auto& row : table)
    for (const double x : row) all += x;
  return all;
}

/// All methods on all step counts of their ladders, on all cores, each with its fits.
PanelData measure_ladders(const Comparison& comparison, const Ladders& ladders, const std::vector<Norm>& norms,
                          const std::vector<std::vector<double>>& seconds, const Measuring& with, Progress& progress) {
  PanelData data{with.runner.reference(comparison), {}};
  std::vector<std::pair<std::size_t, std::size_t>> places;  // method and step count
  for (std::size_t m = 0; m < ladders.own.size(); ++m) {
    data.series.push_back({comparison.methods[m], std::vector<Point>(ladders.own[m].size())});
    for (std::size_t i = 0; i < ladders.own[m].size(); ++i) places.emplace_back(m, i);
  }
  parallel_for(places.size(), [&](std::size_t place) {
    const auto [m, i] = places[place];
    auto& series = data.series[m];
    auto& point = series.points[i];
    const auto steps = ladders.own[m][i];
    const auto* known = ladders.point(m, steps);
    point = known ? *known : with.runner.run(comparison, *series.method, steps, norms);
    progress.add(counted * seconds[m][i]);
  });
  for (auto& series : data.series) {
    if (series.method->order.exact()) continue;
    for (std::size_t n = 0; n < norms.size(); ++n) {
      std::vector<ConvergencePoint> found;
      for (const auto steps : ladders.common)
        if (const auto& p = series.at(steps); p.status == Status::ok && !p.chaotic)
          found.push_back({p.h, p.errors[n].value, p.errors[n].floor});
      series.fits.emplace_back(norms[n], fit_order(found));
    }
  }
  return data;
}

}  // namespace

const Point* Ladders::point(std::size_t method, std::int64_t steps) const {
  const auto& points = known[method];
  const auto it = std::find_if(points.begin(), points.end(), [&](const Point& p) { return p.steps == steps; });
  return it != points.end() ? &*it : nullptr;
}

Ladders same_ladders(const Comparison& comparison, const Ladder& ladder) {
  return {ladder, std::vector(comparison.methods.size(), ladder)};
}

Ladders ladders_to(std::pair<double, double> errors, const Comparison& comparison, const Ladder& ladder, Norm norm,
                   const ComparisonRunner& runner) {
  auto all = same_ladders(comparison, ladder);
  parallel_for(all.own.size(), [&](std::size_t m) {
    const auto& method = *comparison.methods[m];
    if (method.order.exact()) return;  // its error is rounding at any step
    const auto error = [&](std::int64_t steps) {
      if (const auto* p = all.point(m, steps)) return p->error();
      return all.known[m].emplace_back(runner.run(comparison, method, steps, {norm})).error();
    };
    auto& own = all.own[m];
    while (own.front() > 1 && error(own.front()) < errors.second) own.insert(own.begin(), own.front() / 2);
    constexpr std::int64_t most = 64;  // times the common ladder's steps
    double before = INFINITY;
    for (double e = error(own.back()); e > errors.first && e < 0.75 * before && own.back() < most * ladder.back();
         before = std::exchange(e, error(own.back())))
      own.push_back(2 * own.back());
  });
  return all;
}

PanelData ladders(const Comparison& comparison, const Ladders& ladders, const std::vector<Norm>& norms,
                  const Measuring& with) {
  const auto seconds = ladder_seconds(comparison, ladders, with.runner);
  Progress progress(with.label, counted * sum(seconds));
  return measure_ladders(comparison, ladders, norms, seconds, with, progress);
}

PanelData timed_ladders(const Comparison& comparison, const Ladders& ladders, Norm norm, const Measuring& with) {
  const auto seconds = ladder_seconds(comparison, ladders, with.runner);
  const double serial = with.timed ? rounds * ThreadLimit::now() : 0;  // as long as so much work on all cores
  Progress progress(with.label, (counted + serial) * sum(seconds));
  auto data = measure_ladders(comparison, ladders, {norm}, seconds, with, progress);
  const Pinned pinned;  // alone, too: the ladders above have ended
  for (int round = 0; with.timed && round < rounds; ++round)
    for (std::size_t m = 0; m < data.series.size(); ++m)
      for (std::size_t i = 0; i < ladders.own[m].size(); ++i) {
        auto& point = data.series[m].points[i];
        stop_if_interrupted();
        if (point.status == Status::ok)
          point.seconds.push_back(with.runner.time(comparison, *data.series[m].method, point.steps));
        progress.add(ThreadLimit::now() * seconds[m][i]);
      }
  return data;
}

PanelData histories(const Comparison& comparison, std::int64_t steps, int starts, Quantity quantity,
                    const Measuring& with) {
  PanelData data{{}, {}};
  for (const auto* m : comparison.methods) data.series.push_back({m, {}, {}, std::vector<Curve>(starts)});
  const auto seconds = ladder_seconds(comparison, same_ladders(comparison, {steps}), with.runner);
  Progress progress(with.label, starts * sum(seconds));
  std::vector<History> found(data.series.size() * starts);
  parallel_for(found.size(), [&](std::size_t i) {
    auto& series = data.series[i / starts];
    found[i] = with.runner.history(comparison, *series.method, steps, quantity, static_cast<int>(i % starts));
    series.histories[i % starts] = std::move(found[i].curve);
    progress.add(seconds[i / starts][0]);
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].status != Status::ok) {
      auto& series = data.series[i / starts];
      series.status = found[i].status;
      series.late = found[i].late;
      series.reason = found[i].reason + " after " +
                      std::to_string(std::ssize(series.histories[i % starts].columns[0]) - 1) + " steps";
    }
  return data;
}

// --- rows of files -------------------------------------------------------------------------------------------------

double rounded(double x, int digits) {
  return std::strtod(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr);  // std::stod refuses what underflows
}

bool has_rows(const Series& s) {
  return std::none_of(s.histories.begin(), s.histories.end(), [](const Curve& c) { return c.columns[0].empty(); });
}

static json point_row(const Point& p) {
  json row{{"steps", p.steps}, {"h", p.h}, {"status", name(p.status)}};
  if (!p.reason.empty()) row["reason"] = p.reason;
  if (p.status == Status::ok) {
    row["errors"] = json::object();
    if (p.chaotic) row["chaotic"] = true;
    for (const auto& e : p.errors) row["errors"][std::string(info(e.norm).key)] = e.value;
  }
  row["tally"] = {{"torque_evaluations", p.counters.torque_evaluations},
                  {"solver_iterations", p.counters.solver_iterations},
                  {"operations", p.operations}};
  return row;
}

static json fit_row(const OrderFit& fit) {
  json row{{"points", fit.points}};
  if (fit.valid()) row["order"] = fit.order, row["half_width"] = fit.half_width, row["residual"] = fit.residual;
  if (!fit.left_out.empty()) row["left_out"] = fit.left_out;
  return row;
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

json panel_header(const Words& words, const std::string& title, const Comparison& comparison) {
  return {{"kind", words.kind},
          {"title", title},
          {"how_to_read", words.how_to_read},
          {"problem", comparison.info->id},
          {"t0", comparison.t0},
          {"duration", comparison.duration}};
}

void name_times(json& axes) {
  const auto how = fmt::format("in µs (fastest of {}; whisker to the median)", rounds);
  axes["time"] = "time of the run " + how, axes["time_of_step"] = "time of a step " + how;
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

static json series_header(const Series& s) {
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

/// The decades of errors that every measured method comes to, from the largest of the least ones to the least of the
/// largest ones; null where that is less than one, or where fewer than two methods were measured.
static json common_decades(const PanelData& data, Norm norm) {
  double low = 0, high = INFINITY;
  int measured = 0;
  for (const auto& s : data.series) {
    double least = INFINITY, most = 0;
    for (const auto& p : s.points)
      if (const double e = p.error(norm); e > 0) least = std::min(least, e), most = std::max(most, e);
    if (most > 0) ++measured, low = std::max(low, least), high = std::min(high, most);
  }
  if (measured < 2 || !(10 * low <= high)) return nullptr;
  const auto decade = [](double exponent) { return rounded(std::pow(10, exponent), 1); };
  return {decade(std::floor(std::log10(low))), decade(std::ceil(std::log10(high)))};
}

json ladders_record(const Words& words, const std::string& title, const Comparison& comparison,
                    const std::vector<Norm>& norms, const PanelData& data) {
  json p = panel_header(words, title, comparison);
  p["axes"] = {{"h", "step h"},
               {"steps", "steps"},
               {"operations", "operations (÷ and √ count 4, sin, cos, … 16)"},
               {"torque_evaluations", "torque evaluations of the run"},
               {"solver_iterations", "solver iterations of the run"}};
  p["norms"] = json::array();
  for (const auto norm : norms) p["norms"].push_back({{"key", info(norm).key}, {"label", info(norm).label}});
  p["reference"] = {{"kind", data.reference.kind}, {"error_estimate", data.reference.error_estimate}};
  for (const auto norm : norms)
    if (const auto decades = common_decades(data, norm); !decades.is_null())
      p["common"][std::string(info(norm).key)] = decades;
  p["series"] = json::array();
  for (const auto& s : data.series) {
    if (std::any_of(s.points.begin(), s.points.end(), [](const Point& point) { return point.chaotic; }))
      p["starts"] = ensemble_size;
    json row = series_header(s);
    row["points"] = json::array();
    for (const auto& point : s.points) row["points"].push_back(point_row(point));
    for (const auto& [norm, fit] : s.fits) row["fits"][std::string(info(norm).key)] = fit_row(fit);
    p["series"].push_back(std::move(row));
  }
  return p;
}

}  // namespace polhode::panels
