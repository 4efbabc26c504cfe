// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/io/record.hpp"
#include "experiments/papers/index.hpp"

namespace polhode::answers {

/// The named experiments, or all of them. Throws UserError for an unknown name.
std::vector<const ExperimentEntry*> figures_named(const std::vector<std::string>& names);

/// A figure as a value, with its settings and the name of its results, which is never one of ours.
struct FigureValue {
  nlohmann::ordered_json is;
  std::string id, folder;

  Experiment experiment() const;
};
/// Whether a name is the file of a user's own figure.
bool is_figure_file(const std::string& name);
/// The value of a figure of ours, or of a user's file.
FigureValue figure_value_of(const std::string& name, const std::vector<std::string>& settings);

/// The methods of these names, to be measured beside those of a figure.
std::vector<const MethodInfo*> methods_beside(const std::vector<std::string>& names);
/// The claims of results/claims.json, in its form.
std::vector<Claim> checked_claims(const std::string& results);

/// Schema polhode/experiment/1: measures a figure and judges its claims, without times. Methods `beside` those of the
/// figure are measured where they support its problems, without claims. With settings, or from a file, no claim is
/// judged.
nlohmann::ordered_json figure_answer(const std::string& name, const std::vector<std::string>& beside = {},
                                     const std::vector<std::string>& settings = {});
/// Measures a figure as a value (experiments/running/figure_value.hpp).
nlohmann::ordered_json figure_answer(const nlohmann::ordered_json& value, const std::vector<std::string>& beside = {},
                                     const std::vector<std::string>& settings = {});

}  // namespace polhode::answers
