// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace polhode::answers {

/// A line of a table. Numbers are read back as the same doubles; text is quoted where necessary, and is no formula in a
/// spreadsheet.
std::string csv_line(const nlohmann::ordered_json& cells);

/// A figure's result as tidy CSV, one observation a row: figure, panel, kind, problem, method, steps, h, status,
/// quantity, x, y, value. Errors and tallies of ladders, numbers and drawn curves of histories (x is their abscissa, y
/// the second parameter of a map), repetitions of `timing` if it is not null.
std::string csv_of(const nlohmann::ordered_json& figure, const nlohmann::ordered_json& timing);

/// Rows of an ensemble: the names of their numbers, and the numbers.
std::string csv_of_rows(const nlohmann::ordered_json& rows);

/// Schema polhode/samples/1 as a table in the form of a gyro's log.
std::string csv_of_samples(const nlohmann::ordered_json& samples);

}  // namespace polhode::answers
