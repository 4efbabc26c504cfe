// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/bench/compare.hpp"

namespace polhode::answers {

/// Schema polhode/comparison/1.
nlohmann::ordered_json to_json(const PerformanceChanges& changes);
/// A table, the worst first, for a terminal or in Markdown.
std::string text(const PerformanceChanges& changes, bool markdown);

}  // namespace polhode::answers
