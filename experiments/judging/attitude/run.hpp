// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/spec_reference.hpp"
#include "experiments/running/spec_run.hpp"

/// Specs that prescribe their rate: what a page makes of them, the true attitude, and what the gyro gives.
namespace polhode::attitude {

/// The run of a page; `every` in the place of the spec's.
SpecRun run_spec(const nlohmann::json& document, const std::string& folder, std::optional<std::int64_t> every,
                 const SeeRow& see);

SpecReference find_reference(const nlohmann::json& document, const std::string& folder, int digits, double limit);

}  // namespace polhode::attitude
