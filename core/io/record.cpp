// SPDX-License-Identifier: MIT
#include "core/io/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/io/json.hpp"
#include "core/system/machine.hpp"
#include "core/system/user.hpp"

namespace polhode {

namespace {

using json = nlohmann::ordered_json;

json verdict_rows(const Report& report, bool deterministic) {
  json rows = json::array();
  for (const auto& v : report.verdicts) {
    if (v.claim->deterministic != deterministic) continue;
    json row{{"id", v.claim->id}, {"verdict", name(v.verdict)}, {"numbers", json::object()}};
    for (const auto& [key, x] : v.numbers)
      if (std::isfinite(x))
        row["numbers"][key] = x;
      else
        row["numbers"][key] = fmt::format("{}", x);
    if (!v.claim->why.empty()) row["why"] = v.claim->why;
    rows.push_back(std::move(row));
  }
  return rows;
}

json point_row(const Point& p) {
  json row{{"steps", p.steps}, {"h", p.h}, {"status", name(p.status)}};
  if (!p.reason.empty()) row["reason"] = p.reason;
  if (p.status == Status::ok) {
    row["errors"] = json::object();
    if (p.chaotic) row["chaotic"] = true;
    for (const auto& e : p.errors) row["errors"][std::string(info(e.norm).key)] = e.value;
  }
  row["tally"] = {{"torque_evaluations", p.tally.torque_evaluations},
                  {"solver_iterations", p.tally.solver_iterations},
                  {"operations", p.operations}};
  return row;
}

json fit_row(const OrderFit& fit) {
  json row{{"points", fit.points}};
  if (fit.valid()) row["order"] = fit.order, row["half_width"] = fit.half_width, row["residual"] = fit.residual;
  if (!fit.left_out.empty()) row["left_out"] = fit.left_out;
  return row;
}

/// Seven digits: enough for a picture, and a golden file that stays small.
double for_picture(double x) {
  return rounded(x, 7);
}

json column(const std::vector<double>& x) {
  json out = json::array();
  for (const double v : x) out.push_back(for_picture(v));
  return out;
}

constexpr std::size_t most_points = 400;

/// Smallest and largest value of every bin of time: a peak between two drawn points is not lost.
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

/// Every k-th point, and the last; at most five times as many as an envelope has.
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

/// What a picture of a trajectory needs: every point of a short one; of a long one its band, or enough of its path.
json drawn(const Curve& curve) {
  return curve.names.size() == 2 && curve.columns[0].size() > 5 * most_points ? envelope(curve) : thinned(curve);
}

json panel_header(std::string_view kind, const std::string& title, const Race& race) {
  return {{"kind", kind}, {"title", title}, {"problem", race.info->id}, {"t0", race.t0}, {"duration", race.duration}};
}

json series_header(const Series& s) {
  json row{{"method", s.method->id}, {"label", s.method->label}};
  if (s.method->order != exact_order) row["order"] = s.method->order;
  return row;
}

/// A method that fails in its first step has nothing to show.
bool has_rows(const Series& s) {
  return std::none_of(s.histories.begin(), s.histories.end(), [](const Curve& c) { return c.columns[0].empty(); });
}

/// A history: numbers of every start, and the curve of the first. Chaotic ones are compared by their medians only.
json history_row(const Series& s, const json& numbers, const json& curve) {
  json row = series_header(s);
  row["status"] = name(s.status);
  if (!s.reason.empty()) row["reason"] = s.reason;
  if (s.histories.size() > 1) row["chaotic"] = true;
  row["numbers"] = numbers;
  row["curve"] = curve;
  return row;
}

/// Ladders of points, for Convergence and Work.
json ladders_record(std::string_view kind, const std::string& title, const Race& race, const std::vector<Norm>& norms,
                    const PanelData& data) {
  json p = panel_header(kind, title, race);
  p["norms"] = json::array();
  for (const auto norm : norms) p["norms"].push_back({{"key", info(norm).key}, {"label", info(norm).label}});
  p["reference"] = {{"kind", data.reference.kind}, {"error_estimate", data.reference.error_estimate}};
  p["series"] = json::array();
  for (const auto& s : data.series) {
    json row = series_header(s);
    row["points"] = json::array();
    for (const auto& point : s.points) row["points"].push_back(point_row(point));
    for (const auto& [norm, fit] : s.fits) row["fits"][std::string(info(norm).key)] = fit_row(fit);
    p["series"].push_back(std::move(row));
  }
  return p;
}

json panel_record(const Convergence& panel, const PanelData& data) {
  return ladders_record("convergence", panel.title, panel.race, panel.norms, data);
}

json panel_record(const Work& panel, const PanelData& data) {
  return ladders_record("work", panel.title, panel.race, {panel.norm}, data);
}

json panel_record(const Cost& panel, const PanelData& data) {
  json p = ladders_record("cost", panel.title, panel.race, {panel.norm}, data);
  p["baselines"] = json::array();
  for (const auto* m : panel.baselines) p["baselines"].push_back(m->id);
  return p;
}

json panel_record(const Drift& panel, const PanelData& data) {
  json p = panel_header("drift", panel.title, panel.race);
  p["steps"] = panel.steps;
  p["quantity"] = data.series.front().histories.front().names[1];
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

json panel_record(const Trajectory& panel, const PanelData& data) {
  json p = panel_header("trajectory", panel.title, panel.race);
  p["steps"] = panel.steps;
  p["view"] = panel.view == View::components ? "components" : panel.view == View::sphere ? "sphere" : "space";
  p["series"] = json::array();
  for (const auto& s : data.series) {
    json numbers = json::object();
    for (std::size_t c = 1; has_rows(s) && c < s.histories[0].names.size(); ++c)
      numbers["mean_" + s.histories[0].names[c]] =
          median(over_starts(s, [c](const Curve& h) { return mean(h.columns[c]); }));
    p["series"].push_back(history_row(s, numbers, drawn(near_start(s.histories[0], panel.close_up))));
  }
  return p;
}

json panel_record(const Sweep& panel, const PanelData& data) {
  json p = panel_header("sweep", panel.title, panel.race(panel.values[0]));
  p["steps"] = panel.steps;
  p["parameter"] = panel.parameter;
  p["series"] = json::array();
  for (const auto& s : data.series) p["series"].push_back(history_row(s, json::object(), thinned(s.histories[0])));
  return p;
}

json panel_record(const Map& panel, const PanelData& data) {
  json p{{"kind", "map"}, {"title", panel.title}, {"x", panel.x}, {"y", panel.y}};
  const auto race = panel.races(panel.points[0].first, panel.points[0].second)[0];
  p["problem"] = race.info->id, p["t0"] = race.t0, p["duration"] = race.duration;
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

json header(const Report& report, std::string_view schema) {
  const auto& e = *report.experiment;
  return {{"schema", schema}, {"id", e.id}, {"title", e.title}, {"source", e.source}};
}

json context(const BuildInfo& build) {
  const auto machine = this_machine();
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return {{"date", date},
          {"host", machine.host},
          {"cpu", machine.cpu},
          {"cores", machine.cores},
          {"load", machine.load},
          {"version", build.version},
          {"compiler", build.compiler},
          {"flags", build.flags},
          {"fp_mode", build.fp_mode},
          {"git", build.git}};
}

void check_finite(const json& j, const std::string& where) {
  if (j.is_number_float() && !std::isfinite(j.get<double>())) throw std::logic_error(where + " is not a finite number");
  if (j.is_structured())
    for (const auto& [key, value] : j.items()) check_finite(value, where + "/" + key);
}

/// How far a number may move: one of {"absolute": x}, {"relative": x}, {"factor": x}.
bool within(double found, double golden, const json& tolerance) {
  if (found == golden) return true;
  const double d = std::abs(found - golden);
  if (tolerance.contains("absolute") && d <= tolerance["absolute"].get<double>()) return true;
  if (tolerance.contains("relative") && d <= tolerance["relative"].get<double>() * std::abs(golden)) return true;
  if (tolerance.contains("factor")) {
    const double f = tolerance["factor"], r = found / golden;
    return r <= f && r >= 1 / f;
  }
  return false;
}

/// Walks two results side by side. The tolerance of a number is that of its nearest named ancestor.
void walk(const json& found, const json& golden, const json& tolerances, const json& tolerance,
          const std::string& where, std::vector<std::string>& out) {
  if (golden.is_number() && found.is_number()) {
    if (!within(found.get<double>(), golden.get<double>(), tolerance))
      out.push_back(fmt::format("{}: {} is found, the golden file has {} (tolerance {})", where, found.dump(),
                                golden.dump(), tolerance.dump()));
    return;
  }
  if (golden.type() != found.type() || golden.size() != found.size()) {
    out.push_back(fmt::format("{}: not of the golden file's form", where));
    return;
  }
  if (!golden.is_structured()) {
    if (golden != found)
      out.push_back(fmt::format("{}: {} is found, the golden file has {}", where, found.dump(), golden.dump()));
    return;
  }
  for (const auto& [key, value] : golden.items()) {
    const auto path = where + "/" + key;
    if (golden.is_object() && !found.contains(key)) {
      out.push_back(path + ": missing");
      continue;
    }
    if (key == "left_out") continue;                             // a remark on the fit, whose numbers are compared
    if (key == "curve" && golden.contains("chaotic")) continue;  // compared as an ensemble, by its medians
    const json& next = golden.is_object() ? found.at(key) : found.at(std::stoul(key));
    static const json ensemble{{"factor", 4}};
    const json& own = key == "errors" && golden.contains("chaotic") ? ensemble
                      : tolerances.contains(key)                    ? tolerances.at(key)
                                                                    : tolerance;
    walk(next, value, tolerances, own, path, out);
  }
}

std::string format_number(const json& x) {
  return x.is_number() ? fmt::format("{:.3g}", x.get<double>()) : printable(x.get<std::string>());
}

}  // namespace

std::string_view name(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::not_converged:
      return "not_converged";
    case Status::diverged:
      return "diverged";
    case Status::skipped:
      return "skipped";
  }
  return {};
}

std::vector<Judged> judge_all(const Experiment& experiment, const Data& data, const std::vector<Claim>& claims,
                              bool timed) {
  std::vector<Judged> verdicts;
  std::set<std::string> known;
  for (const auto& claim : claims) {
    if (claim.figure != experiment.id) continue;
    const auto& papers = experiment.papers;
    if (!papers.empty() && std::find(papers.begin(), papers.end(), claim.paper) == papers.end()) continue;
    known.insert(claim.id);
    if (!claim.deterministic && !timed) continue;
    const auto it = std::find_if(experiment.claims.begin(), experiment.claims.end(),
                                 [&](const ClaimNumbers& c) { return c.claim == claim.id; });
    if (it == experiment.claims.end() && !claim.tests.empty())
      throw std::logic_error(fmt::format("{}: the numbers of claim {} are not computed", experiment.id, claim.id));
    verdicts.push_back(judge(claim, it == experiment.claims.end() ? Numbers{} : it->compute(data)));
  }
  for (const auto& c : experiment.claims)
    if (!known.count(c.claim)) throw std::logic_error(fmt::format("{}: no such claim: {}", experiment.id, c.claim));
  return verdicts;
}

json record(const Report& report) {
  json root = header(report, "polhode/experiment/1");
  root["panels"] = json::array();
  for (std::size_t i = 0; i < report.data.size(); ++i)
    root["panels"].push_back(std::visit([&](const auto& panel) { return panel_record(panel, report.data[i]); },
                                        report.experiment->panels[i]));
  root["verdicts"] = verdict_rows(report, true);
  return root;
}

json timing_record(const Report& report, const BuildInfo& build) {
  json root = header(report, "polhode/timing/1");
  root["context"] = context(build);
  root["panels"] = json::array();
  for (const auto& data : report.data) {
    json series = json::array();
    for (const auto& s : data.series) {
      if (s.points.empty()) continue;
      json points = json::array();
      for (const auto& p : s.points)
        if (!p.seconds.empty()) points.push_back({{"steps", p.steps}, {"seconds", p.seconds}});
      series.push_back({{"method", s.method->id}, {"points", std::move(points)}});
    }
    root["panels"].push_back({{"series", std::move(series)}});
  }
  root["verdicts"] = verdict_rows(report, false);
  return root;
}

double rounded(double x, int digits) {
  return std::strtod(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr);  // std::stod refuses what underflows
}

std::string dump(const json& j) {
  check_finite(j, "");
  return j.dump(1) + "\n";
}

std::string summary(const std::string& out_folder, const std::string& id, const std::vector<Claim>& claims) {
  const auto base = out_folder + "/" + id;
  const json main = read_result(base + ".json", "experiment-1", id);
  std::vector<json> rows(main.at("verdicts").begin(), main.at("verdicts").end());
  std::vector<std::string> files{base + ".json"};
  if (std::filesystem::exists(base + ".timing.json")) {
    const json timing = read_result(base + ".timing.json", "timing-1", id);
    rows.insert(rows.end(), timing.at("verdicts").begin(), timing.at("verdicts").end());
    files.push_back(base + ".timing.json");
  }
  for (const char* end : {".svg", ".png"})
    if (std::filesystem::exists(base + end)) files.push_back(base + end);

  std::string out = fmt::format("{} · {}\n", id, printable(main.at("source").get<std::string>()));
  int count[3] = {0, 0, 0};
  for (const auto& row : rows) {
    const auto claim = std::find_if(claims.begin(), claims.end(), [&](const Claim& c) { return c.id == row.at("id"); });
    const std::string verdict = row.at("verdict");
    ++count[verdict == "reproduced" ? 0 : verdict == "not-reproduced" ? 1 : 2];
    out += fmt::format("  {:<15} {}\n", verdict, printable(row.at("id").get<std::string>()));
    if (claim == claims.end()) continue;
    out += fmt::format("    {} ({})\n", claim->claim, claim->where);
    std::string numbers;
    for (const auto& [key, x] : row.at("numbers").items())
      numbers += fmt::format("{}{} = {}", numbers.empty() ? "" : ", ", printable(key), format_number(x));
    std::string tests;
    for (const auto& t : claim->tests) tests += fmt::format("{}{}", tests.empty() ? "" : " and ", text(t));
    if (!tests.empty()) out += fmt::format("    asked: {}; found: {}\n", tests, numbers);
    if (!claim->why.empty()) out += fmt::format("    {}\n", claim->why);
  }
  out += fmt::format("  {} reproduced, {} not reproduced, {} undecidable\n", count[0], count[1], count[2]);
  for (const auto& f : files) out += fmt::format("  {}\n", printable(f));
  return out;
}

std::vector<std::string> compare_to_golden(const json& found, const json& golden, const json& tolerances) {
  std::vector<std::string> out;
  const std::string id = golden.at("id");
  json own = tolerances.value("all", json::object());
  if (tolerances.contains(id)) own.update(tolerances.at(id));
  walk(found, golden, own, json::object(), id, out);
  return out;
}

std::vector<std::string> changed_verdicts(const json& found, const json& golden) {
  std::vector<std::string> out;
  for (const auto& g : golden.at("verdicts"))
    for (const auto& f : found.at("verdicts"))
      if (f.at("id") == g.at("id") && f.at("verdict") != g.at("verdict"))
        out.push_back(fmt::format("{}: {} is found, {} was expected", g.at("id").get<std::string>(),
                                  f.at("verdict").get<std::string>(), g.at("verdict").get<std::string>()));
  return out;
}

}  // namespace polhode
