// SPDX-License-Identifier: MIT
#include "core/io/spec/values.hpp"

#include <algorithm>

#include "core/io/json.hpp"
#include "core/io/spec/words.hpp"

namespace polhode::reading {

void reject(const std::string& field, const json& j, const std::string& accepted) {
  throw UserError(fmt::format("{}: {} is given; accepted: {}", field, shortened_json(j), accepted));
}
void missing(const std::string& field, const std::string& accepted) {
  throw UserError(fmt::format("{}: missing; accepted: {}", field, accepted));
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

void only_keys(const json& object, const std::string& field, const std::vector<std::string>& keys) {
  const std::string prefix = field.empty() ? "" : field + ".";
  for (const auto& [key, value] : object.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end() &&
        !(field.empty() && key == "$schema"))  // by which editors complete
      throw UserError(fmt::format("{}{}: {}", prefix, shortened(key), unknown_name("key here", key, keys)));
}

std::int64_t count(const json& j, const std::string& field) {
  constexpr std::int64_t most = std::int64_t(1) << 53;
  const std::string accepted = "an integer from 1 to 2^53";
  if (!j.is_number_integer()) reject(field, j, accepted);
  if (j.is_number_unsigned() && j.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) reject(field, j, accepted);
  const auto n = j.get<std::int64_t>();
  if (n < 1 || n > most) reject(field, j, accepted);
  return n;
}

void projected(const std::string& field, double defect, std::vector<std::string>& warnings) {
  if (defect > silent) warnings.push_back(fmt::format("{}: off by {:.1e}, projected", field, defect));
}

const json& required(const json& j, const std::string& field, const std::string& key, const std::string& accepted) {
  if (!j.contains(key)) missing(field + "." + key, accepted);
  return j[key];
}

bool one_of(const json& j, const std::string& field, const char* a, const char* b, const std::string& accepted) {
  if (j.contains(a) == j.contains(b))
    throw UserError(fmt::format(
        "{}.{}: {} given; accepted: {}", field, a,
        j.contains(a) ? fmt::format("it and {}.{} are", field, b) : fmt::format("neither it nor {}.{} is", field, b),
        accepted));
  return j.contains(a);
}

namespace {

std::string at_key(const std::string& field, const std::string& key) {
  return field.empty() ? key : field + "." + key;
}

}  // namespace

std::string word(const json& object, const std::string& field, const std::string& key,
                 const std::vector<std::string>& words) {
  if (!object.contains(key)) return words.front();
  std::string accepted;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (object[key] == words[i]) return words[i];
    accepted += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
  }
  reject(at_key(field, key), object[key], accepted);
}

bool flag(const json& object, const std::string& field, const std::string& key, bool usual) {
  if (!object.contains(key)) return usual;
  if (!object[key].is_boolean()) reject(at_key(field, key), object[key], "true or false");
  return object[key].get<bool>();
}

std::string text(const json& object, const std::string& field, const std::string& key, const std::string& accepted,
                 const std::string& usual) {
  if (!object.contains(key)) return usual;
  if (!object[key].is_string()) reject(at_key(field, key), object[key], accepted);
  return object[key].get<std::string>();
}

}  // namespace polhode::reading
