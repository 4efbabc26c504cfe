// SPDX-License-Identifier: MIT
#include "core/io/record.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/io/json.hpp"
#include "core/measuring/experiment.hpp"
#include "core/system/machine.hpp"
#include "core/system/terminal.hpp"
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
      row["numbers"][key] = std::isfinite(x) ? json(x) : json(fmt::format("{}", x));
    if (!v.claim->why.empty()) row["why"] = v.claim->why;
    rows.push_back(std::move(row));
  }
  return rows;
}

json header(const Report& report, std::string_view schema) {
  const auto& e = *report.experiment;
  return {{"schema", schema}, {"id", e.id}, {"title", e.title}, {"source", e.source}};
}

json context() {
  const auto machine = this_machine();
  json all{{"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
           {"host", machine.host},
           {"cpu", machine.cpu},
           {"cores", machine.cores},
           {"load", machine.load}};
  all.update(build_json());
  return all;
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

/// Whether a number of a tally is compared exactly: evaluations and iterations, and the operations of a run that had no
/// iterations. Those of others depend on the rounding by which an iteration ends.
bool is_counted(const std::string& key, const json& tally) {
  return key == "torque_evaluations" || key == "solver_iterations" ||
         (key == "operations" && tally.contains("solver_iterations") && tally["solver_iterations"] == 0);
}

/// Walks two results side by side. The tolerance of a number is that of its nearest named ancestor; a name may be that
/// of one series only: "drift_share of mr", "drift_share of mr, chaotic".
void walk(const json& found, const json& golden, const json& tolerances, const json& tolerance, std::string series,
          const std::string& where, std::vector<std::string>& out) {
  if (golden.is_number() && found.is_number()) {
    if (!within(found.get<double>(), golden.get<double>(), tolerance))
      out.push_back(fmt::format("{}: measured {}, the golden file has {} (tolerance {})", where, found.dump(),
                                golden.dump(), tolerance.dump()));
    return;
  }
  if (golden.type() != found.type() || golden.size() != found.size()) {
    out.push_back(fmt::format("{}: differs from the golden file in its form", where));
    return;
  }
  if (!golden.is_structured()) {
    if (golden != found)
      out.push_back(fmt::format("{}: measured {}, the golden file has {}", where, found.dump(), golden.dump()));
    return;
  }
  if (golden.is_object() && golden.contains("method"))
    series = " of " + golden.at("method").get<std::string>() + (golden.contains("chaotic") ? ", chaotic" : "");
  for (const auto& [key, value] : golden.items()) {
    const auto path = where + "/" + key;
    if (golden.is_object() && !found.contains(key)) {
      out.push_back(path + ": missing");
      continue;
    }
    if (key == "left_out") continue;                             // a remark on the fit, whose numbers are compared
    if (key == "curve" && golden.contains("chaotic")) continue;  // compared as an ensemble, by its medians
    const json& next = golden.is_object() ? found.at(key) : found.at(std::stoul(key));
    static const json ensemble{{"factor", 4}}, exactly = json::object();
    const json& own = golden.is_object() && is_counted(key, golden)   ? exactly
                      : key == "errors" && golden.contains("chaotic") ? ensemble
                      : tolerances.contains(key + series)             ? tolerances.at(key + series)
                      : tolerances.contains(key)                      ? tolerances.at(key)
                                                                      : tolerance;
    walk(next, value, tolerances, own, series, path, out);
  }
}

std::string format_number(const json& x) {
  return x.is_number() ? fmt::format("{:.3g}", x.get<double>()) : printable(x.get<std::string>());
}

}  // namespace

json build_json() {
  const auto b = build_info();
  return {{"version", b.version}, {"compiler", b.compiler}, {"flags", b.flags}, {"fp_mode", b.fp_mode}, {"git", b.git}};
}

std::vector<Judged> judge_all(const Experiment& experiment, const Data& data, const std::vector<Claim>& claims,
                              bool timed) {
  std::vector<Judged> verdicts;
  std::set<std::string> known;
  for (const auto& claim : claims) {
    if (claim.figure != experiment.id) continue;
    const auto& papers = experiment.papers;
    if (!papers.empty() && std::ranges::find(papers, claim.paper) == papers.end()) continue;
    known.insert(claim.id);
    if (!claim.deterministic && !timed) continue;
    const auto it = std::ranges::find_if(experiment.claims, [&](const ClaimNumbers& c) { return c.claim == claim.id; });
    if (it == experiment.claims.end() && claim.why.empty())
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
  for (std::size_t i = 0; i < report.data.size(); ++i) {
    auto panel = report.experiment->panels[i].as([&](const auto& p) { return p.record(report.data[i]); });
    if (!panel.is_null()) root["panels"].push_back(std::move(panel));
  }
  root["verdicts"] = verdict_rows(report, true);
  return root;
}

json timing_record(const Report& report) {
  json root = header(report, "polhode/timing/1");
  root["context"] = context();
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
  root["verdicts"] = machine_busy(root["context"]).empty() ? verdict_rows(report, false) : json::array();
  return root;
}

std::string machine_busy(const json& context) {
  const double load = context.at("load");
  // half a process more: a figure takes all cores itself before it is timed
  return load > context.at("cores").get<double>() + 0.5 ? fmt::format("machine busy (load {:.1f}): not judged", load)
                                                        : "";
}

json read_timing(const std::string& base, const std::string& id) {
  json timing = read_result(base + ".timing.json", "timing-1", id);
  if (!machine_busy(timing.at("context")).empty()) timing["verdicts"] = json::array();
  return timing;
}

std::string dump(const json& j) {
  check_finite(j, "");
  return printable_json(j.dump(1)) + "\n";
}

Summary summary(const std::string& out_folder, const std::string& id, const std::vector<Claim>& claims) {
  const auto base = out_folder + "/" + id;
  const json main = read_result(base + ".json", "experiment-1", id);
  std::vector<json> rows(main.at("verdicts").begin(), main.at("verdicts").end());
  std::vector<std::string> files{base + ".json"};
  std::string busy;
  if (std::filesystem::exists(base + ".timing.json")) {
    const json timing = read_timing(base, id);
    busy = machine_busy(timing.at("context"));
    rows.insert(rows.end(), timing.at("verdicts").begin(), timing.at("verdicts").end());
    files.push_back(base + ".timing.json");
  }
  for (const char* end : {".svg", ".png"})
    if (std::filesystem::exists(base + end)) files.push_back(base + end);

  Summary found{.title = printable(main.at("title").get<std::string>())};
  auto& out = found.text;
  out = fmt::format("{} · {}\n", coloured(id, Colour::bold), printable(main.at("source").get<std::string>()));
  for (const auto& row : rows) {
    const auto claim = std::ranges::find_if(claims, [&](const Claim& c) { return row.at("id") == c.id; });
    const std::string verdict = row.at("verdict");
    found.verdicts.emplace_back(row.at("id"), verdict);
    const bool ours = claim != claims.end() && claim->where.ends_with(" ours");  // nobody makes it, see read_claims
    if (!ours)
      ++(verdict == "reproduced"       ? found.reproduced
         : verdict == "not-reproduced" ? found.not_reproduced
                                       : found.undecidable);
    const auto colour = verdict == "reproduced"       ? Colour::green
                        : verdict == "not-reproduced" ? Colour::red
                                                      : Colour::yellow;
    const auto said = fmt::format("{:<15}", !ours ? verdict : verdict == "reproduced" ? "holds" : "does not hold");
    out += fmt::format("  {} {}\n", ours ? said : coloured(said, colour), printable(row.at("id").get<std::string>()));
    if (claim == claims.end()) continue;
    out += fmt::format("    {} ({})\n", claim->claim, claim->where);
    std::string numbers;
    for (const auto& [key, x] : row.at("numbers").items())
      numbers += fmt::format("{}{} = {}", numbers.empty() ? "" : ", ", printable(key), format_number(x));
    std::string tests;
    for (const auto& t : claim->tests) tests += fmt::format("{}{}", tests.empty() ? "" : " and ", text(t));
    if (!tests.empty()) out += fmt::format("    criterion: {}; measured: {}\n", tests, numbers);
    if (!claim->why.empty()) out += fmt::format("    {}\n", claim->why);
  }
  if (!busy.empty())
    for (const auto& c : claims)
      if (c.figure == id && !c.deterministic) out += fmt::format("  {:<15} {}\n    {}\n", "", c.id, busy);
  out += fmt::format("  {} reproduced, {} not reproduced, {} undecidable\n", found.reproduced, found.not_reproduced,
                     found.undecidable);
  for (const auto& f : files) out += fmt::format("  {}\n", printable(f));
  return found;
}

std::vector<std::string> compare_to_golden(const json& found, const json& golden, const json& tolerances) {
  std::vector<std::string> out;
  const std::string id = golden.at("id");
  json own = tolerances.value("all", json::object());
  if (tolerances.contains(id)) own.update(tolerances.at(id));
  walk(found, golden, own, json::object(), "", id, out);
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
