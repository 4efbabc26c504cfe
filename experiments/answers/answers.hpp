// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/judging/attitude/recommend.hpp"
#include "experiments/judging/ensemble.hpp"
#include "experiments/judging/property_report.hpp"
#include "experiments/judging/recommend.hpp"
#include "experiments/judging/spec_reference.hpp"
#include "experiments/running/spec_run.hpp"

/// Answers are values: each has one JSON, for machines, and one text, for people. The command line, the Python module
/// and the C library give these.
namespace polhode::answers {

/// Schema polhode/run/1. The trajectory comes last: a caller that kept its rows adds them.
nlohmann::ordered_json to_json(const SpecRun& run);
/// A line, and its warnings.
std::string text(const SpecRun& run);

/// Schema polhode/ensemble/1.
nlohmann::ordered_json to_json(const EnsembleRun& run);
/// A line, its warnings, and a table of some of its rows.
std::string text(const EnsembleRun& run);

/// Schema polhode/reference/1.
nlohmann::ordered_json to_json(const SpecReference& reference);
/// A line.
std::string text(const SpecReference& reference);

/// Schema polhode/samples/1, for a spec that prescribes its rate: the output of its gyro. With `digits`, decimal
/// strings of the values in 113 bits.
nlohmann::ordered_json samples_json(const nlohmann::json& document, const std::string& folder,
                                    std::optional<int> digits = {});

/// Schema polhode/recommendation/1.
nlohmann::ordered_json to_json(const Recommendation& recommendation);
/// At most 25 lines; or `all`: the front, and the reasons why other methods are not recommended.
std::string text(const Recommendation& recommendation, bool all = true);
/// Schema polhode/recommendations/1, for several targets.
nlohmann::ordered_json to_json(const std::vector<Recommendation>& all);
/// A line for each target.
std::string text(const std::vector<Recommendation>& all);
/// Schema polhode/passport/1; for an update polhode/attitude-passport/1.
nlohmann::ordered_json to_json(const PropertyReport& report);
std::string text(const PropertyReport& report);
/// A table, a line for each method, and the texts of updates.
std::string text(const std::vector<PropertyReport>& reports);

/// Schema polhode/attitude-recommendation/1.
nlohmann::ordered_json to_json(const UpdateRecommendation& recommendation);
std::string text(const UpdateRecommendation& recommendation);

}  // namespace polhode::answers
