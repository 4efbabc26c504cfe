// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/spec.hpp"
#include "core/system/progress.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/judging/variations.hpp"
#include "experiments/program/tableau_method.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/method_filter.hpp"
#include "experiments/running/plugins.hpp"
#include "experiments/running/updates.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// Adds the method of a tableau, which goes with "mkrk" and nothing else.
void take_tableau(const CheckOptions& options) {
  if (!options.tableau && options.method == "mkrk" && !find_method("mkrk"))
    throw UserError("METHOD: mkrk is given without a tableau; accepted: mkrk --tableau FILE");
  if (!options.tableau) return;
  if (options.method != "mkrk")
    throw UserError("--tableau: given for {}; accepted: for mkrk", shortened(options.method));
  load_tableau(*options.tableau);
}

/// One method by its name, or all that a filter accepts; those for gyros by a pattern only.
std::vector<const MethodInfo*> asked(const CheckOptions& options) {
  if (options.method != "all" && options.method.find_first_of("*?") == std::string::npos) {
    const MethodInfo* method = options.tableau ? nullptr : find_update(options.method);
    if (method && options.on) throw UserError("--on: given for an attitude update; accepted: for methods");
    if (!method) method = named_method(options.method);
    if (!method) throw UserError("METHOD: " + unknown_name("method", options.method, method_names()));
    options.filter.check();
    if (!options.filter.accepts(*method)) throw UserError("METHOD: {} is not {}", method->id, options.filter.text());
    return {method};
  }
  auto filter = options.filter;
  const bool all = options.method == "all";
  if (!all) filter.patterns.push_back(options.method), filter.patterns_from = "METHOD";
  auto found = chosen_methods(filter);
  if (all || options.on)  // reports of all are those of bodies; updates have no problem
    std::erase_if(found, [](const auto* m) { return find_update(m->id); });
  if (found.empty()) throw UserError("METHOD: no method is {}", filter.text());
  return found;
}

std::vector<PropertyReport> measured_properties(const std::vector<const MethodInfo*>& methods, const OwnProblem* own) {
  std::vector<PropertyReport> property_reports(methods.size());
  Progress progress("check", static_cast<double>(methods.size()));
  parallel_for(methods.size(), [&](std::size_t i) {
    try {
      property_reports[i] = measure_properties(*methods[i], {}, own);
    } catch (const ForeignMethodFailed& e) {
      property_reports[i] = PropertyReport{.method = methods[i], .failure = e.what(), .disagreements = {e.what()}};
    }
    progress.add(1);
  });
  return property_reports;
}

}  // namespace

Exit check(const CheckOptions& given) {
  auto options = given;
  options.filter.take_all(options.conditions);
  if (!options.scalar.empty()) options.method = in_scalar(options.method, options.scalar);
  take_tableau(options);
  const auto methods = asked(options);
  const bool many = options.method == "all" || methods.size() > 1;
  std::optional<OwnProblem> own;
  if (options.on)
    own = own_problem(parse_json(read_file(*options.on), *options.on), folder_of(*options.on),
                      std::filesystem::path(*options.on).filename().string(), methods, many);
  auto property_reports = own ? measured_properties(own->methods, &*own) : measured_properties(methods, nullptr);
  if (options.timing) time_property_reports(property_reports);
  json all = json::array();
  for (const auto& p : property_reports) all.push_back(answers::to_json(p));
  const auto text = many ? answers::text(property_reports) : answers::text(property_reports.front());
  const bool agrees = std::ranges::all_of(property_reports, [](const auto& p) { return p.disagreements.empty(); });
  give(options.output, options.json, many ? json{{"schema", "polhode/passports/1"}, {"passports", all}} : all.front(),
       text);
  return agrees ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
