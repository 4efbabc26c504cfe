// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/program/answers.hpp"
#include "experiments/program/verbs.hpp"

/// Commands on specs that prescribe their rate.
namespace polhode {

bool prescribes_rate(const nlohmann::json& document);  // core/io/spec/rate.hpp

}  // namespace polhode

namespace polhode::verbs {

/// Schema polhode/run/1, of a spec with `rate`.
nlohmann::ordered_json rate_run_answer(const nlohmann::json& document, const std::string& folder,
                                       std::optional<std::int64_t> every, const SeeRow& see);
/// Schema polhode/reference/1, of a spec with `rate`.
nlohmann::ordered_json rate_reference_answer(const nlohmann::json& document, const std::string& folder, int digits, double limit);

struct SamplesOptions {
  std::string spec, output = "-";
  std::optional<int> digits;       ///< decimal strings of 113 bits
  std::optional<std::string> csv;  ///< where to write them as a table
};
/// polhode samples SPEC.json [--digits D] [--csv FILE] [-o OUT.json]: what the gyro of a prescribed rate gives.
Exit samples(const SamplesOptions& options);

/// Whether `check` is asked for methods that are fed with rates.
bool is_rate_method(const std::string& name);
/// polhode check METHOD, of such a method.
Exit check_rate_method(const CheckOptions& options);

/// polhode recommend SPEC.json --attitude-error E [--least-rate], of a spec with `rate`.
Exit recommend_for_rate(const RecommendOptions& options, bool least_rate);

}  // namespace polhode::verbs
