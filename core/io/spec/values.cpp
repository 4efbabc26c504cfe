// SPDX-License-Identifier: MIT
#include "core/io/spec/values.hpp"

#include <algorithm>

#include "core/io/json.hpp"

namespace polhode::reading {

void reject(const std::string& field, const json& j, const std::string& accepted) {
  throw UserError("{}: {} is given; accepted: {}", field, shortened_json(j), accepted);
}

bool is_decimal(const std::string& s) {
  constexpr std::size_t longest = 1000, longest_exponent = 6;  // digits
  constexpr auto none = std::string::npos;
  if (s.size() > longest || s.starts_with("+-") || s.find_first_not_of("+-.0123456789eE") != none) return false;
  const auto e = s.find_first_of("eE"), exponent = e == none ? none : s.find_first_of("0123456789", e);
  if (exponent != none && s.size() - exponent > longest_exponent) return false;
  double x = 0;
  const char* const end = s.data() + s.size();
  const auto [after, error] = std::from_chars(s.data() + s.starts_with('+'), end, x);
  return after == end && error != std::errc::invalid_argument;
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
