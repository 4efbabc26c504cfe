// SPDX-License-Identifier: MIT
#include "core/measuring/panels/ladders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/system/machine.hpp"

namespace polhode {

using namespace panels;

namespace {

/// Numbers of steps. Orders are fitted to those that all methods of a comparison have.
using Ladder = std::vector<std::int64_t>;
struct Ladders {
  Ladder common;
  std::vector<Ladder> own;  ///< of every method, each containing the common one
  /// Points of every method that were run to find its ladder.
  std::vector<std::vector<Point>> known = std::vector<std::vector<Point>>(own.size());

  /// The point of a method with this number of steps; null if there is none.
  const Point* point(std::size_t method, std::int64_t steps) const {
    const auto& points = known[method];
    const auto it = std::find_if(points.begin(), points.end(), [&](const Point& p) { return p.steps == steps; });
    return it != points.end() ? &*it : nullptr;
  }
};
/// One ladder for every method.
Ladders same_ladders(const Comparison& comparison, const Ladder& ladder) {
  return {ladder, std::vector(comparison.methods.size(), ladder)};
}

/// Extends every ladder by halves and doubles until the errors of its method span `errors`, as far as they can.
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

/// Repetitions of every timing. All candidates run in turn in every round, so that a disturbance of the machine
/// meets all of them; minima are compared.
constexpr int rounds = 15;

/// A counted point in bare runs: it is a run, one from a moved start, and one whose operations are counted one by one. A
/// run in 113 bits takes about a hundred (40 to 260 on figures of the papers).
constexpr double counted = 100;

/// All methods on all step counts of their ladders, on all cores, each with its fits; then, if they are asked for, with
/// interleaved times.
PanelData measured(const Comparison& comparison, const Ladders& ladders, const std::vector<Norm>& norms,
                   const Measuring& with) {
  PanelData data{with.runner.reference(comparison), {}};
  std::vector<std::tuple<std::size_t, std::size_t, double>> places;  // method, step count, seconds of a bare run
  double sum = 0;
  for (std::size_t m = 0; m < ladders.own.size(); ++m) {
    data.series.push_back({comparison.methods[m], std::vector<Point>(ladders.own[m].size())});
    const double step = step_seconds(comparison, *comparison.methods[m], ladders.common.front(), with.runner);
    for (std::size_t i = 0; i < ladders.own[m].size(); ++i) {
      places.emplace_back(m, i, step * static_cast<double>(ladders.own[m][i]));
      sum += std::get<double>(places.back());
    }
  }
  const double serial = with.timed ? rounds * ThreadLimit::now() : 0;  // as long as so much work on all cores
  Progress progress(with.label, (counted + serial) * sum);
  parallel_for(places.size(), [&](std::size_t place) {
    const auto [m, i, seconds] = places[place];
    auto& series = data.series[m];
    auto& point = series.points[i];
    const auto steps = ladders.own[m][i];
    const auto* known = ladders.point(m, steps);
    point = known ? *known : with.runner.run(comparison, *series.method, steps, norms);
    progress.add(counted * seconds);
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
  if (!with.timed) return data;
  const Pinned pinned;  // alone, too: the ladders above have ended
  for (int round = 0; round < rounds; ++round)
    for (const auto& [m, i, seconds] : places) {
      auto& point = data.series[m].points[i];
      stop_if_interrupted();
      if (point.status == Status::ok)
        point.seconds.push_back(with.runner.time(comparison, *data.series[m].method, point.steps));
      progress.add(ThreadLimit::now() * seconds);
    }
  return data;
}

json point_row(const Point& p) {
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

json fit_row(const OrderFit& fit) {
  json row{{"points", fit.points}};
  if (fit.valid()) row["order"] = fit.order, row["half_width"] = fit.half_width, row["residual"] = fit.residual;
  if (!fit.left_out.empty()) row["left_out"] = fit.left_out;
  return row;
}

/// Names of the axes of measured times, for panels that have them.
void name_times(json& axes) {
  const auto how = fmt::format("in µs (fastest of {}; whisker to the median)", rounds);
  axes["time"] = "time of the run " + how, axes["time_of_step"] = "time of a step " + how;
}

/// The decades of errors that every measured method comes to, from the largest of the least ones to the least of the
/// largest ones; null where that is less than one, or where fewer than two methods were measured.
json common_decades(const PanelData& data, Norm norm) {
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

/// Titles, norms, reference, names of counts, the decades of errors that every method reaches, and a row for each
/// method with its points and fits.
json ladders_record(const auto& panel, const std::vector<Norm>& norms, const PanelData& data) {
  json p = panel_header(panel, panel.comparison);
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

}  // namespace

PanelData Convergence::measure(const Measuring& with) const {
  return measured(comparison, same_ladders(comparison, ladder), norms, {with.label, with.runner, false});
}

json Convergence::record(const PanelData& data) const {
  json p = ladders_record(*this, norms, data);
  std::vector<Plot> plots;
  for (const auto norm : norms) plots.push_back({Drawing::marks, Legend::below, true, "h", info(norm).key});
  p["plots"] = pictures(plots);
  return p;
}

PanelData Work::measure(const Measuring& with) const {
  const auto own =
      errors ? ladders_to(*errors, comparison, ladder, norm, with.runner) : same_ladders(comparison, ladder);
  return measured(comparison, own, {norm}, with);
}

json Work::record(const PanelData& data) const {
  json p = ladders_record(*this, {norm}, data);
  name_times(p["axes"]);
  p["plots"] = pictures({{Drawing::marks, Legend::none, true, "time", info(norm).key},
                         {Drawing::marks, Legend::inside, true, "operations", info(norm).key}});
  return p;
}

PanelData Cost::measure(const Measuring& with) const {
  return measured(comparison, same_ladders(comparison, ladder), {norm}, with);
}

json Cost::record(const PanelData& data) const {
  json p = ladders_record(*this, {norm}, data);
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
