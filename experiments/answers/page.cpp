// SPDX-License-Identifier: MIT
#include "experiments/answers/page.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/measuring/panels/shared.hpp"
#include "core/system/build_info.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/running/paths.hpp"
#include "methods/runners.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

/// JSON that may stand inside a script element: no "<" ends or begins one.
std::string inside_script(const json& document) {
  std::string out;
  for (const char c : document.dump()) c == '<' ? out += "\\u003c" : out += c;
  return out;
}

/// The algorithm and its citation, as they stand on top of the page of a method: its first comment after the includes.
/// Empty where headers are not installed.
std::string box_of(const std::string& header) {
  std::ifstream in(header);
  std::string box, line;
  for (std::getline(in, line); std::getline(in, line) && !line.starts_with("namespace");) {
    if (line.starts_with("// ") || line == "//")
      box += line.substr(std::min<std::size_t>(3, line.size())) + "\n";
    else if (!box.empty())
      break;
  }
  return box;
}

}  // namespace

json page_document(const std::string& results) {
  const auto build = build_info();
  json boxes = json::object();
  for (const auto* m : method_infos())
    if (const auto* source = source_of(*m); source && !boxes.contains(source->header))
      boxes[source->header] = box_of(headers_folder() + "/" + source->header);
  return {{"schema", "polhode/report/1"},
          {"build",
           {{"version", build.version},
            {"compiler", build.compiler},
            {"flags", build.flags},
            {"fp_mode", build.fp_mode},
            {"git", build.git}}},
          {"methods", list_of("methods")},
          {"boxes", boxes},
          {"styles", parse_ordered_json(read_file(results + "/styles.json"), results + "/styles.json")}};
}

void shorten(json& j, int digits) {
  if (j.is_number_float()) j = panels::rounded(j.get<double>(), digits);
  if (j.is_structured())
    for (auto& [key, x] : j.items())
      if (key != "h") shorten(x, digits);
}

std::string page_of(const char* member, json value) {
  json document = page_document(results_folder());
  document[member] = std::move(value);
  for (const auto* key : {"figures", "claims", "problems", "missing", "columns"}) document[key] = json::array();
  return page(results_folder(), document);
}

std::string page(const std::string& results, const json& document) {
  const auto templates = results + "/report/";
  std::string text = read_file(templates + "report.html");
  // What stands in it as /*NAME*/ is a file beside it, or the data.
  for (std::size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) {
    const auto name = text.substr(at + 2, text.find("*/", at) - at - 2);
    const auto part = name == "data" ? inside_script(document) : read_file(templates + name);
    text.replace(at, name.size() + 4, part);
    at += part.size();
  }
  return text;
}

void ShownRows::add(const json& row) {
  constexpr std::size_t most = 2000;
  last_ = nullptr;
  if (seen_++ % every_ != 0) {
    last_ = row;
    return;
  }
  rows_.push_back(row);
  if (rows_.size() < most) return;
  json half = json::array();
  for (std::size_t i = 0; i < rows_.size(); i += 2) half.push_back(std::move(rows_[i]));
  if (rows_.size() % 2 == 0) last_ = std::move(rows_.back());
  rows_ = std::move(half), every_ *= 2;
}

json ShownRows::all() const {
  json rows = rows_;
  if (!last_.is_null()) rows.push_back(last_);
  return rows;
}

std::string run_page(json run, const std::string& name) {
  // The page draws how far the energy goes from its start, which seven digits do not say.
  const json rows = run.value("trajectory", json::array());
  shorten(run);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].contains("energy")) run["trajectory"][i]["energy"] = rows[i]["energy"];
  return page_of("runs", {{{"name", name}, {"json", std::move(run)}}});
}

}  // namespace polhode::answers
