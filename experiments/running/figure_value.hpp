// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/measuring/experiment.hpp"

/// Figures as data: the measured quantities, problems and methods, without the claims. Ours are written in this form,
/// and users' are read from it (docs/own_figure.md).
namespace polhode {

/// A figure as a JSON value: title, source, panels. Common data of all panels (problem, methods, time, ladder, norm)
/// occur once, beside them. Throws UserError if a panel is made by a rule that is no data (a map).
nlohmann::ordered_json figure_value(const Experiment& experiment);

/// The figure of such a value. No claim is judged. Files that it names are sought in `folder`. Throws UserError: the
/// field, the given value, the accepted ones.
Experiment figure_of(const nlohmann::ordered_json& value, const std::string& id, const std::string& folder = "");

/// A value with settings like "problem.inertia=[2,5,7]" or "panels[0].steps=100": a path and JSON, or a word. null
/// removes a key; momentum and angular_velocity replace each other. Titles of panels show the settings. Throws
/// UserError.
nlohmann::ordered_json with_settings(nlohmann::ordered_json value, const std::vector<std::string>& settings);

/// Settings as a part of a file's name: "problem.inertia=2,5,7".
std::string name_of(const std::vector<std::string>& settings);

}  // namespace polhode
