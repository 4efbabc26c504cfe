// SPDX-License-Identifier: MIT
#include "experiments/answers/page.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/io/json.hpp"
#include "core/measuring/panels/shared.hpp"
#include "core/system/build_info.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/running/places.hpp"
#include "methods/runners.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

/// Lists of objects that have the same keys become {"each": {key: list, ..}}: names are written once. `asWritten` in
/// report.js has the inverse.
json by_columns(const json& j) {
  if (!j.is_structured()) return j;
  const auto has_keys_of_first = [&](const json& row) {
    return row.is_object() && !row.empty() &&
           std::equal(row.items().begin(), row.items().end(), j[0].items().begin(), j[0].items().end(),
                      [](const auto& a, const auto& b) { return a.key() == b.key(); });
  };
  json out = j.is_array() ? json::array() : json::object();
  if (j.is_object())
    for (const auto& [key, value] : j.items()) out[key] = by_columns(value);
  else if (j.size() < 2 || !j[0].is_object() || !std::all_of(j.begin(), j.end(), has_keys_of_first))
    for (const auto& value : j) out.push_back(by_columns(value));
  else {
    json columns = json::object();
    for (const auto& [key, value] : j[0].items()) {
      json column = json::array();
      for (const auto& row : j) column.push_back(row.at(key));
      columns[key] = by_columns(column);
    }
    out = json{{"each", std::move(columns)}};
  }
  return out;
}

/// Text that may stand inside a script element: no "</", no "<!", no "<script". Numbers are short: 5 for 5.0, 1e-5 for
/// 1e-05.
std::string inside_script(const json& document) {
  const auto text = by_columns(document).dump();
  const auto is = [&](std::size_t i, std::string_view what) { return text.compare(i, what.size(), what) == 0; };
  std::string out;
  out.reserve(text.size());
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (quoted && text[i] == '\\')
      out += text[i], out += text[++i];
    else if (is(i, "</") || is(i, "<!") || is(i, "<s"))
      out += "\\u003c";
    else if (!quoted && is(i, ".0") && !std::isdigit(static_cast<unsigned char>(text[i + 2])))
      ++i;
    else if (!quoted && is(i, "e-0"))
      out += "e-", i += 2;
    else
      out += text[i], quoted ^= text[i] == '"';
  return out;
}

/// A script or a style without indentation, empty lines and lines of comments. No text in
/// quotes goes on over lines.
std::string dense(std::string_view text) {
  std::string out;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = std::min(text.find('\n', at), text.size());
    const auto first = text.find_first_not_of(' ', at);
    if (first < end && text.substr(first, 2) != "//") (out += text.substr(first, end - first)) += '\n';
  }
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

void replace(std::string& text, const std::string& mark, const std::string& by) {
  const auto at = text.find(mark);
  if (at == std::string::npos) throw std::logic_error("the report's template has no " + mark);
  text.replace(at, mark.size(), by);
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
    for (auto& x : j) shorten(x, digits);
}

std::string page(const std::string& results, const json& document) {
  const auto templates = results + "/report/";
  std::string text = read_file(templates + "report.html");
  replace(text, "/*css*/", dense(read_file(templates + "report.css")));
  for (const auto* name : {"plot", "player", "box", "populations", "engines", "figures", "report"})
    replace(text, std::string("/*") + name + "*/", dense(read_file(templates + name + ".js")));
  replace(text, "/*data*/", inside_script(document));
  return text;
}

}  // namespace polhode::answers
