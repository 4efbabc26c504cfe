// SPDX-License-Identifier: MIT
#include "experiments/answers/figure.hpp"

#include <filesystem>

#include "core/io/json.hpp"
#include "core/io/spec.hpp"
#include "core/system/user.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/figure_value.hpp"
#include "experiments/running/paths.hpp"
#include "methods/runners.hpp"

namespace polhode::answers {

using json = nlohmann::ordered_json;

std::vector<const ExperimentEntry*> figures_named(const std::vector<std::string>& names) {
  std::vector<const ExperimentEntry*> chosen;
  std::vector<std::string> known;
  for (const auto& e : experiment_index()) known.push_back(e.id);
  const auto choose = [&](const ExperimentEntry& e) {
    if (std::ranges::find(chosen, &e) == chosen.end()) chosen.push_back(&e);
  };
  for (const auto& name : names) {
    if (name == "all") {
      for (const auto& e : experiment_index()) choose(e);
      continue;
    }
    const auto* entry = find_experiment(name);
    if (!entry) throw UserError("NAME: " + unknown_name("figure", name, known));
    choose(*entry);
  }
  return chosen;
}

std::vector<const MethodInfo*> methods_beside(const std::vector<std::string>& names) {
  std::vector<const MethodInfo*> methods;
  for (const auto& name : names) {
    methods.push_back(find_method(name));
    if (!methods.back()) throw UserError("--with: " + unknown_name("method", name, method_names()));
  }
  return methods;
}

bool is_figure_file(const std::string& name) {
  return name == "-" || name.ends_with(".json");
}

Experiment FigureValue::experiment() const {
  return figure_of(is, id, folder);
}
FigureValue figure_value_of(const std::string& name, const std::vector<std::string>& settings) {
  FigureValue value;
  if (is_figure_file(name)) {
    value = {parse_ordered_json(read_file(name), name), "figure", folder_of(name)};
    if (name != "-") value.id = std::filesystem::path(name).stem().string();
    if (find_experiment(value.id)) value.id += "+own";
  } else {
    const auto chosen = figures_named({name});
    if (chosen.size() > 1) throw UserError("NAME: all is given; accepted: one figure");
    value = {figure_value(chosen.front()->make()), chosen.front()->id, ""};
  }
  if (!settings.empty()) value.is = with_settings(value.is, settings), value.id += "+" + name_of(settings);
  return value;
}

std::vector<Claim> checked_claims(const std::string& results) {
  read_result(results + "/claims.json", "claims-1");
  return read_claims(results);
}

namespace {

json answer_of(const Experiment& figure, const std::vector<std::string>& beside) {
  const auto claims = checked_claims(results_folder());  // which verdicts point to
  const auto experiment = with_extra_methods(figure, methods_beside(beside));
  Report report{&experiment, measure(experiment, comparison_runner(), false), {}};
  report.verdicts = judge_all(experiment, report.data, claims, false);
  return record(report);
}

}  // namespace

json figure_answer(const std::string& name, const std::vector<std::string>& beside,
                   const std::vector<std::string>& settings) {
  if (is_figure_file(name) || !settings.empty()) return answer_of(figure_value_of(name, settings).experiment(), beside);
  const auto chosen = figures_named({name});
  if (chosen.size() > 1) throw UserError("NAME: all is given; accepted: one figure");
  return answer_of(chosen.front()->make(), beside);
}

json figure_answer(const json& value, const std::vector<std::string>& beside,
                   const std::vector<std::string>& settings) {
  return answer_of(figure_of(with_settings(value, settings), "figure"), beside);
}

}  // namespace polhode::answers
