// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/program/findings.hpp"
#include "experiments/program/verbs.hpp"

// The report is a template (results/report) and one JSON document inside it. Everything that is shown is computed
// elsewhere and read here; nothing is measured.
namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// --- smaller ---------------------------------------------------------------------------------------------------------

/// Seven digits of every number: more than a picture or a table shows.
void shorten(json& j, int digits = 7) {
  if (j.is_number_float()) j = panels::rounded(j.get<double>(), digits);
  if (j.is_structured())
    for (auto& x : j) shorten(x, digits);
}

/// The arrays of all curves, each once: figures share abscissae and whole runs.
class Columns {
 public:
  /// Replaces the arrays of a curve by their numbers.
  void take(json& curve, int digits) {
    for (auto& column : curve) {
      shorten(column, digits);
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

/// Text that may stand inside a script element: no "</", no "<!", no "<script".
std::string inside_script(const json& document) {
  const auto text = document.dump();
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '<' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '!' || text[i + 1] == 's'))
      out += "\\u003c";
    else
      out += text[i];
  return out;
}

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

/// A figure as the page takes it: its result, the verdicts of both its files, times and their context.
json figure_entry(const std::string& folder, const std::string& id, Columns& columns) {
  const auto base = folder + "/" + id;
  json figure = read_result(base + ".json", "experiment-1", id);
  figure.erase("schema");
  for (auto& panel : figure.at("panels"))
    for (auto& series : panel.at("series"))
      if (series.contains("curve")) columns.take(series["curve"], panel.value("view", "sphere") == "sphere" ? 5 : 7);
  if (fs::exists(base + ".timing.json")) {
    json timing = read_result(base + ".timing.json", "timing-1", id);
    for (auto& verdict : timing.at("verdicts")) figure["verdicts"].push_back(std::move(verdict));
    figure["times"] = times(timing);
    figure["context"] = timing.at("context");
    figure["context"].erase("host");  // the file is made to be sent
  }
  shorten(figure);
  return figure;
}

void replace(std::string& text, const std::string& mark, const std::string& by) {
  const auto at = text.find(mark);
  if (at == std::string::npos) throw std::logic_error("the report's template has no " + mark);
  text.replace(at, mark.size(), by);
}

std::string page(const std::string& templates, const json& document) {
  std::string text = read_file(templates + "/report.html");
  replace(text, "/*css*/", read_file(templates + "/report.css"));
  replace(text, "/*plot*/", read_file(templates + "/plot.js"));
  replace(text, "/*player*/", read_file(templates + "/player.js"));
  replace(text, "/*js*/", read_file(templates + "/report.js"));
  replace(text, "/*data*/", inside_script(document));
  return text;
}

}  // namespace

Exit report(const ReportOptions& options) {
  json document{{"schema", "polhode/report/1"}};
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
  if (figures.empty())
    throw UserError(fmt::format("--out: no measured figure in {}; run \"polhode figure all\"", options.out));

  const auto build = build_info();
  document["build"] = {{"version", build.version},
                       {"compiler", build.compiler},
                       {"flags", build.flags},
                       {"fp_mode", build.fp_mode},
                       {"git", build.git}};
  document["missing"] = missing;
  document["claims"] = read_result(options.results + "/claims.json", "claims-1").at("claims");
  document["methods"] = list_of("methods");
  document["problems"] = problem_descriptions();
  ClaimNumbers numbers;
  for (const auto& figure : figures)
    for (const auto& verdict : figure.at("verdicts"))
      if (verdict.contains("numbers")) numbers[verdict.at("id")] = verdict["numbers"];
  document["findings"] = findings(
      parse_ordered_json(read_file(options.results + "/findings.json"), options.results + "/findings.json"), numbers);
  document["styles"] =
      parse_ordered_json(read_file(options.results + "/styles.json"), options.results + "/styles.json");
  if (const auto path = options.out + "/passports.json"; fs::exists(path))
    document["passports"] = read_result(path, "passports-1")["passports"];
  if (const auto path = options.results + "/../CITATION.cff"; fs::exists(path)) document["citation"] = read_file(path);
  shorten(document);
  document["columns"] = std::move(columns).columns();
  document["figures"] = figures;

  const auto templates = options.results + "/report";
  const auto text = page(templates, document);
  const auto path = options.output.empty() ? options.out + "/report.html" : options.output;
  write_file(path, text);

  print(fmt::format("{}: {} figures, {} kB\n", printable(path), figures.size(), text.size() / 1000));
  if (!missing.empty()) {
    std::string names;
    for (const auto& id : missing) names += (names.empty() ? "" : ", ") + id.get<std::string>();
    print("not measured: " + names + "\n");
  }
  return Exit::ok;
}

}  // namespace polhode::verbs
