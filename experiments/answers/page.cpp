// SPDX-License-Identifier: MIT
#include "experiments/answers/page.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "core/measuring/panels/shared.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/answers/recommend.hpp"
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

constexpr std::int64_t most_shown = 400;

/// The states of the recommended run at up to 400 nodes, each momentum and quaternion, and the steps between two.
json motion(const Problem<double>& problem, const Recommendation& r) {
  const auto grid = r.grid(r.choice().rating().steps);
  const std::int64_t every = (grid.steps() + most_shown - 1) / most_shown;
  json states = json::array();
  const ProblemSampler sampler{every, [&](const ProblemSample& s) {
                                 if (s.n % every != 0) return;
                                 const auto& [Pi, R] = *s.state.rigid();
                                 states.push_back({Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z});
                               }};
  find_runner<Problem<double>>(*r.choice().method)->run(problem, grid, &sampler);
  return {{"every", every}, {"states", states}};
}

/// A body as the player takes it, free or with one uniform field; null for others.
json shown_body(const Problem<double>& problem) {
  const auto* field = problem.torqued() ? problem.torqued()->field_alone() : nullptr;
  if (!field && !problem.is_free()) return nullptr;
  const auto& body = *problem.body();
  const auto list = [](const auto& v) { return json{v[0], v[1], v[2]}; };
  const auto& R = body.initial.R;
  json j{{"I", list(body.I)}, {"Pi", list(body.initial.Pi)}, {"q", {R.w, R.x, R.y, R.z}}};
  if (field) j["moment"] = list(field->moment), j["field"] = list(field->field);
  return j;
}

/// A page about one thing: the report's shell around page_document with this member.
std::string page_of(const char* member, json value) {
  json document = page_document(results_folder());
  document[member] = std::move(value);
  for (const auto* key : {"figures", "claims", "problems", "missing", "columns"}) document[key] = json::array();
  return page(results_folder(), document);
}

}  // namespace

json page_document(const std::string& results) {
  json boxes = json::object();
  for (const auto* m : method_infos())
    if (const auto* source = source_of(*m); source && !boxes.contains(source->header))
      boxes[source->header] = box_of(headers_folder() + "/" + source->header);
  return {{"schema", "polhode/report/1"},
          {"build", build_json()},
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

void ShownRows::add(const TrajectoryRow& row) {
  constexpr std::size_t most = 2000;
  last_.reset();
  if (seen_++ % every_ != 0) {
    last_ = row;
    return;
  }
  rows_.push_back(row);
  if (rows_.size() < most) return;
  if (rows_.size() % 2 == 0) last_ = rows_.back();
  std::size_t i = 0;
  std::erase_if(rows_, [&](const TrajectoryRow&) { return i++ % 2 == 1; });
  every_ *= 2;
}

json ShownRows::all() const {
  auto all = json::array();
  for (const auto& row : rows_) all.push_back(row.json());
  if (last_) all.push_back(last_->json());
  return all;
}

std::string run_page(json run, const std::string& name) {
  // Seven digits do not say how far the energy goes from its start, nor a time long after 0.
  const json rows = run.value("trajectory", json::array());
  shorten(run);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const char* key : {"t", "energy"})
      if (rows[i].contains(key)) run["trajectory"][i][key] = rows[i][key];
  return page_of("runs", {{{"name", name}, {"json", std::move(run)}}});
}

std::string recommendation_page(const Recommendation& r, json recommendation, const Spec<double>& spec,
                                const std::string& name) {
  shorten(recommendation);
  recommendation["spec"] = name;
  if (r.best) {
    recommendation["program"] = program_text(r, spec);
    if (const auto body = shown_body(spec.problem); !body.is_null()) {
      recommendation["motion"] = motion(spec.problem, r);
      recommendation["body"] = body;
    }
  }
  return page_of("recommendation", std::move(recommendation));
}

}  // namespace polhode::answers
