// SPDX-License-Identifier: MIT
#include "experiments/program/page.hpp"

#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/measuring/panels/shared.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"
#include "methods/sources.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

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
    if (const auto* source = source_of(*m)) boxes[std::string(source->headers.front())] = source->box;
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
  replace(text, "/*css*/", read_file(templates + "report.css"));
  for (const auto* name : {"plot", "player", "box", "populations", "engines", "report"})
    replace(text, std::string("/*") + name + "*/", read_file(templates + name + ".js"));
  replace(text, "/*data*/", inside_script(document));
  return text;
}

}  // namespace polhode::verbs
