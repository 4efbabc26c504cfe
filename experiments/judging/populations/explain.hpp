// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "experiments/judging/populations/sweep.hpp"

/// A single case of a sweep, for people and for `run`.
namespace polhode::populations {

/// The spec of `polhode run` that repeats a case.
nlohmann::ordered_json run_spec(const SweepSpec& spec, std::uint64_t case_id);

/// The spec of body `number` of a family, without "vary", or of a case of a sweep. Files that it names are sought in
/// `folder`. Throws UserError.
nlohmann::json spec_of_case(const nlohmann::json& document, Int128 number, const std::string& folder);

/// All of a case (schema polhode/case/1): `runner` has just run its body, and `cases` is what it said.
nlohmann::ordered_json case_json(const SweepSpec& spec, const CaseRunner& runner, std::span<const Case> cases,
                                 std::uint64_t case_id);

}  // namespace polhode::populations
