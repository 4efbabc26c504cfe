// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace polhode::answers {

/// Numbers of claims by their id, as verdicts carry them.
using NumbersOfClaims = std::map<std::string, nlohmann::ordered_json>;

/// results/findings.json with its braces filled, and results/quotations.json: {"figures": {id: {"claim", "found",
/// "names"}}, "claims": {id: text}, "quotations": {id: [where, words]}}. A sentence whose numbers were not measured is left
/// out. Throws UserError for a brace that names no number or an unknown form.
nlohmann::ordered_json findings(const std::string& results, const NumbersOfClaims& numbers);

}  // namespace polhode::answers
