// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/measuring/experiment.hpp"

/// Figures as data: what is measured of which problem by which methods, without the claims. Ours are written so, and a
/// user's are read (docs/own_figure.md).
namespace polhode {

/// A figure as a JSON value: title, source, panels. What all panels have alike (problem, methods, time, ladder, norm)
/// is said once, beside them. Throws UserError if a panel is made by a rule that is no data (a map).
nlohmann::ordered_json figure_value(const Experiment& experiment);

/// The figure that such a value asks for. No claim is judged. Files that it names are sought in `folder`. Throws
/// UserError: the field, what was given, what is accepted.
Experiment figure_of(const nlohmann::ordered_json& value, const std::string& id, const std::string& folder = "");

/// A value with settings like "problem.inertia=[2,5,7]" or "panels[0].steps=100": a path and JSON, or a word. null
/// removes a key; momentum and angular_velocity replace each other. Titles of panels say what was set. Throws
/// UserError.
nlohmann::ordered_json with_settings(nlohmann::ordered_json value, const std::vector<std::string>& settings);

/// Settings as a part of a file's name: "problem.inertia=2,5,7".
std::string name_of(const std::vector<std::string>& settings);

}  // namespace polhode
