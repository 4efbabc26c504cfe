// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

/// JSON in tests: parsed and printed by code that is compiled once for all of them.
namespace polhode {

nlohmann::json parsed(const std::string& text);
nlohmann::json parsed(std::istream& in);

}  // namespace polhode

NLOHMANN_JSON_NAMESPACE_BEGIN
/// How GoogleTest shows it.
void PrintTo(const json& j, std::ostream* out);
void PrintTo(const ordered_json& j, std::ostream* out);
NLOHMANN_JSON_NAMESPACE_END
