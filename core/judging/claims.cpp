// SPDX-License-Identifier: MIT
#include "core/judging/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/system/user.hpp"

namespace polhode {

namespace {

double find(const Claim& claim, const Numbers& numbers, const std::string& name) {
  const auto it = std::find_if(numbers.begin(), numbers.end(), [&](const auto& n) { return n.first == name; });
  if (it == numbers.end())
    throw std::logic_error(fmt::format("claim {}: the number {} was not computed", claim.id, name));
  return it->second;
}

bool holds(const Claim& claim, const Numbers& numbers, const Test& test) {
  const double x = find(claim, numbers, test.name);
  if (!std::isfinite(x)) return false;
  if (const auto* range = std::get_if<std::pair<double, double>>(&test.bound))
    return range->first <= x && x <= range->second;
  const auto* other = std::get_if<std::string>(&test.bound);
  const double bound = other ? find(claim, numbers, *other) : std::get<double>(test.bound);
  if (test.relation == "<") return x < bound;
  if (test.relation == "<=") return x <= bound;
  if (test.relation == ">") return x > bound;
  if (test.relation == ">=") return x >= bound;
  throw std::logic_error(fmt::format("claim {}: {} is {} a number", claim.id, test.name, test.relation));
}

}  // namespace

std::string_view name(Verdict verdict) {
  constexpr std::string_view names[] = {"reproduced", "not-reproduced", "undecidable"};
  return names[static_cast<int>(verdict)];
}

Judged judge(const Claim& claim, Numbers numbers) {
  Verdict verdict = Verdict::undecidable;
  if (claim.why.empty())
    verdict =
        std::all_of(claim.tests.begin(), claim.tests.end(), [&](const Test& t) { return holds(claim, numbers, t); })
            ? Verdict::reproduced
            : Verdict::not_reproduced;
  return {&claim, verdict, std::move(numbers)};
}

std::string text(const Test& test) {
  if (const auto* range = std::get_if<std::pair<double, double>>(&test.bound))
    return fmt::format("{} in [{:g}, {:g}]", test.name, range->first, range->second);
  if (const auto* other = std::get_if<std::string>(&test.bound))
    return fmt::format("{} {} {}", test.name, test.relation, *other);
  return fmt::format("{} {} {:g}", test.name, test.relation, std::get<double>(test.bound));
}

std::vector<Claim> read_claims(const std::string& results_folder) {
  const auto path = results_folder + "/claims.json";
  const auto file = read_file(path);
  std::vector<Claim> claims;
  try {
    const auto document = nlohmann::json::parse(file);
    for (const auto& j : document.at("claims")) {
      Claim c{j.at("id"),
              j.at("paper"),
              j.at("where"),
              j.at("figure"),
              j.at("claim"),
              j.at("quantity"),
              j.at("rule"),
              j.value("why", ""),
              {},
              j.at("deterministic"),
              j.at("chaotic")};
      if (j.contains("ours")) c.where += j["ours"] == "finding" ? "; a finding of ours" : "; open, the answer is ours";
      for (const auto& t : j.at("tests")) {
        const auto& bound = t.at(2);
        Test test{t.at(0), t.at(1), 0.0};
        const auto known = bound.is_array() ? std::set<std::string>{"in"} : std::set<std::string>{"<", "<=", ">", ">="};
        if (!known.contains(test.relation))
          throw std::invalid_argument(fmt::format(
              "\"{}\" is given; accepted: <, <=, > or >= with a number or a name, in with [a, b]", test.relation));
        if (bound.is_array())
          test.bound = std::pair<double, double>(bound.at(0), bound.at(1));
        else if (bound.is_string())
          test.bound = bound.get<std::string>();
        else
          test.bound = bound.get<double>();
        c.tests.push_back(std::move(test));
      }
      claims.push_back(std::move(c));
    }
  } catch (const std::exception& e) {
    throw UserError("{}: not a file of claims: {}", path, e.what());
  }
  return claims;
}

}  // namespace polhode
