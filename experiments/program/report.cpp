// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/answers/page.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/program/verbs.hpp"

// The report is the shell of page.hpp and one JSON document inside it. Everything that is shown is computed elsewhere
// and read here; nothing is measured.
namespace polhode::verbs {

namespace {

using namespace answers;
using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 2'500'000;  ///< of the page

// --- smaller ---------------------------------------------------------------------------------------------------------

/// Five digits of every number of a band, which may be drawn on a logarithmic axis; more where all are nearly the same.
void shorten_band(json& column) {
  double least = INFINITY, most = -INFINITY;
  for (const auto& x : column) least = std::min(least, x.get<double>()), most = std::max(most, x.get<double>());
  const double seen = 1e-4 * (most - least), size = std::max(std::abs(least), std::abs(most));
  shorten(column, seen > 0 ? std::clamp(static_cast<int>(std::ceil(std::log10(size / seen))), 5, 7) : 7);
}

/// The numbers of a line to a 20000th of their range or less, which is finer than a pixel.
void shorten_line(json& column) {
  double least = INFINITY, most = -INFINITY;
  for (const auto& x : column) least = std::min(least, x.get<double>()), most = std::max(most, x.get<double>());
  if (!(most > least)) return shorten(column);
  const double unit = std::pow(10, std::floor(std::log10(5e-5 * (most - least)) + 1e-9));
  for (auto& x : column) x = panels::rounded(unit * std::round(x.get<double>() / unit), 12);
}

/// The arrays of all curves, each once: figures share abscissae and whole runs.
class Columns {
 public:
  /// Replaces the arrays of a curve by their numbers.
  void take(json& curve, bool is_line) {
    for (auto& column : curve) {
      is_line ? shorten_line(column) : shorten_band(column);
      const auto [place, is_new] = index_.try_emplace(column.dump(), index_.size());
      if (is_new) columns_.push_back(std::move(column));
      column = place->second;
    }
  }
  json columns() && { return std::move(columns_); }

 private:
  std::map<std::string, std::size_t> index_;
  json columns_ = json::array();
};

// --- what goes in ----------------------------------------------------------------------------------------------------

/// Per panel and method: the fastest and the median of the repetitions of every run.
json times(const json& timing) {
  json panels = json::array();
  for (const auto& panel : timing.at("panels")) {
    json methods = json::object();
    for (const auto& series : panel.at("series"))
      for (const auto& point : series.at("points")) {
        auto seconds = point.at("seconds").get<std::vector<double>>();
        std::sort(seconds.begin(), seconds.end());
        methods[series.at("method").get<std::string>()].push_back(
            {point.at("steps"), seconds.front(), seconds[seconds.size() / 2], seconds.size()});
      }
    panels.push_back(std::move(methods));
  }
  return panels;
}

/// What a map says of a place, in place of its histograms: the median and the worst value, as decimal logarithms.
json place_values(const json& values, const json& bins, const json& count) {
  json out = json::array({nullptr, nullptr});
  const int from = bins.at("from");
  const auto edge = [&](int i) { return std::ldexp(1 + 0.5 * (i & 1), from + (i >> 1)); };  // halves of octaves
  const auto number = [](const json& j) { return static_cast<double>(populations::read_integer(j)); };
  double left = number(count) / 2;
  for (const auto& row : values.at("bins")) {
    left -= number(row.at(1));
    if (left > 0) continue;
    const int i = row.at(0);  // below 0: less than the bins reach
    out[0] = panels::rounded(i < 0 ? std::log10(edge(0)) : std::log10(edge(i) * edge(i + 1)) / 2, 4);
    break;
  }
  if (const auto& worst = values.at("worst"); worst.is_array())
    out[1] = panels::rounded(std::log10(std::max(*populations::from_hex(worst.at(0).get<std::string>()), 1e-17)), 4);
  return out;
}

/// A population as the page takes it: the folder of a sweep, with the title of given.json,
/// the spec as it was given.
json sweep_entry(const fs::path& folder) {
  const auto path = (folder / "result.json").string();
  json sweep;
  try {
    const auto shard = populations::parse_shard(read_file(path), path);
    const auto spec = populations::read_sweep(nlohmann::json::parse(shard.spec));
    sweep["spec"] = json::parse(spec.canonical);
    sweep["result"] = populations::Products::from_json(spec, json::parse(shard.result)).json();
  } catch (const populations::Damaged& e) {
    throw UserError("{}: {}; accepted: what \"polhode merge\" writes", path, e.what());
  }
  // Of several numbers of steps, the page has distributions and maps of the largest.
  auto& cells = sweep["result"]["cells"];
  const auto steps = cells.size() / sweep["spec"].at("methods").size();
  for (std::size_t i = 0; i < cells.size(); ++i)
    if ((i + 1) % steps != 0) cells[i]["metrics"] = json::object();
  for (auto& map : sweep["result"]["maps"]) {
    json kept = json::array();
    for (auto& place : map.at("places")) {
      if ((place.at(1).get<std::size_t>() + 1) % steps != 0) continue;
      auto& statuses = place.at(2);  // counts by status, without those at the end that no body has
      while (statuses.size() > 1 && statuses.back() == 0) statuses.erase(statuses.size() - 1);
      for (auto& values : place.at(4)) values = place_values(values, sweep["spec"].at("bins"), place.at(2).at(0));
      kept.push_back(std::move(place));
    }
    map["places"] = std::move(kept);
  }
  if (const auto spec = folder / "given.json"; fs::exists(spec)) {
    const auto given = parse_ordered_json(read_file(spec.string()), spec.string());
    for (const auto* key : {"title", "about"}) {
      if (!given.contains(key)) continue;
      if (!given[key].is_string())
        throw UserError("{}: {} is no text; accepted: one between quotes", spec.string(), key);
      sweep["spec"][key] = given[key];
    }
  }
  return {{"name", folder.filename().string()}, {"document", std::move(sweep)}};
}

/// All sweeps below a folder, by name.
json sweep_entries(const fs::path& folder) {
  std::vector<fs::path> found;
  if (fs::exists(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (fs::exists(entry.path() / "result.json")) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  json list = json::array();
  for (const auto& path : found) list.push_back(sweep_entry(path));
  return list;
}

/// A figure as the page takes it: its result, the verdicts of both its files, times and their context.
json figure_entry(const std::string& folder, const std::string& id, Columns& columns) {
  const auto base = folder + "/" + id;
  json figure = read_result(base + ".json", "experiment-1", id);
  figure.erase("schema");
  for (auto& panel : figure.at("panels"))
    for (auto& series : panel.at("series"))
      if (series.contains("curve"))
        columns.take(series["curve"], !series["curve"].contains("min") && !panel.at("plots")[0].contains("log"));
  if (fs::exists(base + ".timing.json")) {
    json timing = read_timing(base, id);
    for (auto& verdict : timing.at("verdicts")) figure["verdicts"].push_back(std::move(verdict));
    figure["times"] = times(timing);
    figure["context"] = timing.at("context");
    figure["context"].erase("host");  // the file is made to be sent
    if (const auto busy = machine_busy(figure["context"]); !busy.empty()) figure["busy"] = busy;
  }
  shorten(figure);
  return figure;
}

}  // namespace

Exit report(const ReportOptions& options) {
  json document = page_document(options.results);
  json figures = json::array(), missing = json::array();
  Columns columns;
  for (const auto& entry : experiment_index()) {
    const auto base = options.out + "/" + entry.id;
    if (!fs::exists(base + ".json")) {
      missing.push_back(entry.id);
      continue;
    }
    figures.push_back(figure_entry(options.out, entry.id, columns));
  }
  auto sweeps = sweep_entries(fs::path(options.out) / "sweeps");
  if (figures.empty() && sweeps.empty())
    throw UserError("--out: no measured figure in {}; run \"polhode figure all\"", options.out);

  document["missing"] = missing;
  document["claims"] = read_result(options.results + "/claims.json", "claims-1").at("claims");
  document["problems"] = problem_descriptions();
  if (const auto path = options.results + "/robustness.json"; fs::exists(path))
    document["carries"] = read_result(path, "robustness-1").at("sentences");
  const auto read = [&](const char* name) {
    return parse_ordered_json(read_file(options.results + name), options.results + name);
  };
  document["findings"] = read("/findings.json");
  document["findings"]["quotations"] = read("/quotations.json").at("quotations");
  if (const auto path = options.out + "/passports.json"; fs::exists(path))
    shorten(document["passports"] = read_result(path, "passports-1")["passports"], 4);
  if (const auto path = options.results + "/../CITATION.cff"; fs::exists(path)) document["citation"] = read_file(path);
  shorten(document);
  document["columns"] = std::move(columns).columns();
  document["figures"] = figures;

  // The atlas, and sweeps as long as the page stays small; the others can be dropped on it.
  document["atlases"] = read("/atlas.json").at("atlases");
  document["sweeps"] = json::array();
  auto text = page(options.results, document);
  std::vector<std::string> left_out;
  for (const auto& sweep : sweeps) {
    auto& kept = document["sweeps"];
    kept.push_back(sweep);
    if (auto with = page(options.results, document); with.size() <= most_bytes)
      text = std::move(with);
    else
      kept.erase(kept.size() - 1), left_out.push_back(sweep.at("name"));
  }
  const auto path = options.output.empty() ? options.out + "/report.html" : options.output;
  write_file(path, text);

  print(fmt::format("{}: {} figures, {} kB\n", printable(path), figures.size(), text.size() / 1000));
  for (const auto& name : left_out)
    print(fmt::format("left out, or the page would be too large: sweep {}\n", printable(name)));
  if (!missing.empty())
    print(fmt::format("not measured: {}\n", fmt::join(missing.get<std::vector<std::string>>(), ", ")));
  return Exit::ok;
}

}  // namespace polhode::verbs
