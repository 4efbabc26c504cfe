// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/io/record.hpp"
#include "experiments/papers/index.hpp"

namespace polhode::answers {

/// The experiments named, or all of them. Throws UserError for a name that is none.
std::vector<const ExperimentEntry*> figures_named(const std::vector<std::string>& names);

/// A figure as a value, with its settings, and what its results are called: never as those of one of ours.
struct FigureValue {
  nlohmann::ordered_json is;
  std::string id, folder;

  Experiment experiment() const;
};
/// Whether a name is the file of a user's own figure.
bool is_figure_file(const std::string& name);
/// Of a figure of ours, or of a user's file.
FigureValue figure_value_of(const std::string& name, const std::vector<std::string>& settings);

/// The methods of these names, which are measured beside those of a figure.
std::vector<const MethodInfo*> methods_beside(const std::vector<std::string>& names);
/// The claims of results/claims.json, in whose form they are.
std::vector<Claim> checked_claims(const std::string& results);

/// Schema polhode/experiment/1: measures a figure and judges its claims, without times. Methods `beside` those of the
/// figure are measured where they serve its problems; no claim is about them. With settings, or of a file, none is
/// judged.
nlohmann::ordered_json figure_answer(const std::string& name, const std::vector<std::string>& beside = {},
                                     const std::vector<std::string>& settings = {});
/// The same of a figure as a value (experiments/running/figure_value.hpp).
nlohmann::ordered_json figure_answer(const nlohmann::ordered_json& value, const std::vector<std::string>& beside = {},
                                     const std::vector<std::string>& settings = {});

}  // namespace polhode::answers
