// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/bench/compare.hpp"

namespace polhode::answers {

/// A measurement of performance: one file of `evidence`, or files of Google Benchmark, a folder being all that it has.
/// `argument` is its name in messages. Throws UserError.
std::vector<nlohmann::ordered_json> measurement(const std::string& argument, const std::string& path);
/// How measurement B differs from A. Throws UserError.
PerformanceChanges compared(const std::string& of_a, const std::string& of_b);

/// Schema polhode/comparison/1.
nlohmann::ordered_json to_json(const PerformanceChanges& changes);
/// A table, the worst first, for a terminal or in Markdown.
std::string text(const PerformanceChanges& changes, bool markdown);

}  // namespace polhode::answers
