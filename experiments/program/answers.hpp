// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/io/spec.hpp"
#include "core/system/forecast.hpp"
#include "experiments/judging/recommend.hpp"

/// What commands answer, as values: the command line, the Python module and the C library call the same functions. All
/// throw UserError with the one line that the program would print.
namespace polhode::verbs {

/// Gets every row of a trajectory, in time. It may throw to end the run.
using SeeRow = std::function<void(const nlohmann::ordered_json& row)>;
/// Stands for the rows in the answer.
inline constexpr char rows_mark[] = "rows of the trajectory";
/// Schema polhode/run/1, of a spec with method, step and number of steps.
nlohmann::ordered_json run_answer(const Spec<double>& spec, const SeeRow& see);

/// Schema polhode/reference/1. Files that the document names are sought in `folder`; `limit` is in seconds (Forecast).
nlohmann::ordered_json reference_answer(const nlohmann::json& document, const std::string& folder, int digits,
                                        double limit = usual_time_limit);

/// Throws UserError for numbers that nobody can ask for.
void check_wish(const Wish& wish);
/// Schema polhode/recommendation/1.
nlohmann::ordered_json recommendation_json(const Recommendation& recommendation);
/// Schema polhode/recommendations/1: of several targets.
nlohmann::ordered_json recommendations_json(const std::vector<Recommendation>& all);

/// Schema polhode/experiment/1: measures a figure and judges its claims, without times. Methods `beside` those of the
/// figure are measured where they serve its problems; no claim is about them. With settings, or of a file, none is
/// judged.
nlohmann::ordered_json figure_answer(const std::string& name, const std::vector<std::string>& beside = {},
                                     const std::vector<std::string>& settings = {});
/// The same of a figure as a value (experiments/running/figure_value.hpp).
nlohmann::ordered_json figure_answer(const nlohmann::ordered_json& value, const std::vector<std::string>& beside = {},
                                     const std::vector<std::string>& settings = {});
/// A figure by its name as a value.
nlohmann::ordered_json figure_value_answer(const std::string& name, const std::vector<std::string>& settings = {});

}  // namespace polhode::verbs
