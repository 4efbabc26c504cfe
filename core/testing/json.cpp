// SPDX-License-Identifier: MIT
#include "core/testing/json.hpp"

#include <ostream>

namespace polhode {

nlohmann::json parsed(const std::string& text) {
  return nlohmann::json::parse(text);
}
nlohmann::json parsed(std::istream& in) {
  return nlohmann::json::parse(in);
}

}  // namespace polhode

NLOHMANN_JSON_NAMESPACE_BEGIN
void PrintTo(const json& j, std::ostream* out) {
  *out << j;
}
void PrintTo(const ordered_json& j, std::ostream* out) {
  *out << j;
}
NLOHMANN_JSON_NAMESPACE_END
