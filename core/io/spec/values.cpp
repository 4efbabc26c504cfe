// SPDX-License-Identifier: MIT
#include "core/io/spec/values.hpp"

#include <algorithm>

#include "core/io/json.hpp"

namespace polhode::reading {

void reject(const std::string& field, const json& j, const std::string& accepted) {
  throw UserError("{}: {} is given; accepted: {}", field, shortened_json(j), accepted);
}

bool is_decimal(const std::string& s) {
  constexpr std::size_t longest = 1000;
  if (s.size() > longest) return false;
  std::size_t i = 0, digits = 0;
  const auto eat = [&] {
    std::size_t n = 0;
    while (i < s.size() && std::isdigit(static_cast<unsigned char>(s[i]))) ++i, ++n;
    return n;
  };
  if (i < s.size() && (s[i] == '+' || s[i] == '-')) ++i;
  digits += eat();
  if (i < s.size() && s[i] == '.') ++i, digits += eat();
  if (digits == 0) return false;
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    ++i;
    if (i < s.size() && (s[i] == '+' || s[i] == '-')) ++i;
    const auto n = eat();
    if (n == 0 || n > 6) return false;
  }
  return i == s.size();
}

void projected(const std::string& field, double defect, std::vector<std::string>& warnings) {
  if (defect > silent) warnings.push_back(fmt::format("{}: off by {:.1e}, projected", field, defect));
}

std::vector<Given> Given::items(const std::string& accepted, std::size_t least, std::size_t most) const {
  if (!value.is_array() || value.size() < least || value.size() > most) reject(accepted);
  std::vector<Given> all;
  for (std::size_t i = 0; i < value.size(); ++i) all.push_back((*this)[i]);
  return all;
}

void Given::only(const std::vector<std::string>& keys) const {
  for (const auto& [key, _] : value.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) refuse(shortened(key), unknown_key(key, keys));
}

std::string Given::text(const std::string& accepted) const {
  if (!value.is_string()) reject(accepted);
  return value.get<std::string>();
}

bool Given::flag() const {
  if (!value.is_boolean()) reject("true or false");
  return value.get<bool>();
}

}  // namespace polhode::reading
