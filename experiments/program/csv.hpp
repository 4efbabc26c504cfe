// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace polhode::verbs {

/// A figure's result as tidy CSV, one observation a row: figure, panel, kind, problem, method, steps, h, status,
/// quantity, x, y, value. Errors and tallies of ladders, numbers and drawn curves of histories (x is their abscissa, y
/// the second parameter of a map), repetitions of `timing` if it is not null.
std::string csv_of(const nlohmann::ordered_json& figure, const nlohmann::ordered_json& timing);

}  // namespace polhode::verbs
