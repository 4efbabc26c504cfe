// SPDX-License-Identifier: MIT
#include "experiments/answers/findings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "core/io/json.hpp"
#include "core/system/user.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

/// A number for people: 0.0090, 28000, 1.4e7.
std::string number(double x, int digits) {
  const double rounded = std::stod(fmt::format("{:.{}e}", x, digits - 1)), size = std::abs(rounded);
  if (size == 0 || (size >= 1e-3 && size < 1e5)) return fmt::format("{:.6g}", rounded);
  const auto power = static_cast<int>(std::floor(std::log10(size) + 1e-12));
  return fmt::format("{:.6g}e{}", std::stod(fmt::format("{:.{}f}", rounded / std::pow(10, power), digits - 1)), power);
}

/// What stands for "claim:name|form". Nothing if the claim was not judged.
std::optional<std::string> value(std::string_view brace, const NumbersOfClaims& numbers) {
  const auto wrong = [&](const char* what) {
    return UserError(
        fmt::format("findings.json: {{{}}}: {}; accepted: {{claim:number}} or {{claim:number|form}} with form "
                    "1/, %, -1% or a count of digits",
                    brace, what));
  };
  const auto colon = brace.find(':'), bar = brace.find('|');
  if (colon == brace.npos || bar < colon) throw wrong("no claim");
  const auto claim = numbers.find(std::string(brace.substr(0, colon)));
  if (claim == numbers.end()) return std::nullopt;
  const auto name = std::string(brace.substr(colon + 1, bar == brace.npos ? bar : bar - colon - 1));
  if (!claim->second.contains(name)) throw wrong("the verdict has no such number");
  if (!claim->second[name].is_number()) return std::nullopt;
  const double x = claim->second[name];
  const auto form = bar == brace.npos ? std::string_view() : brace.substr(bar + 1);
  if (form.empty()) return number(x, 2);
  if (form == "1/") return number(1 / x, 2);
  if (form == "%") return number(100 * x, 2) + " %";
  if (form == "-1%") return number(100 * (x - 1), 2) + " %";
  if (form.size() == 1 && form[0] >= '1' && form[0] <= '6') return number(x, form[0] - '0');
  throw wrong("no such form");
}

std::string filled(const std::string& text, const NumbersOfClaims& numbers) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto open = text.find('{', at), close = text.find('}', open);
    out += text.substr(at, open - at);
    if (open == text.npos) break;
    const auto x = value(std::string_view(text).substr(open + 1, close - open - 1), numbers);
    if (!x) return "";
    out += *x;
    at = close + 1;
  }
  return out;
}

}  // namespace

json findings(const std::string& results, const NumbersOfClaims& numbers) {
  const auto read = [&](const char* name) {
    return parse_ordered_json(read_file(results + name), results + name);
  };
  const auto templates = read("/findings.json");
  json out{{"figures", templates.at("figures")},
           {"claims", json::object()},
           {"quotations", read("/quotations.json").at("quotations")}};
  for (auto& figure : out["figures"]) figure["found"] = filled(figure.at("found"), numbers);
  for (const auto& [id, text] : templates.at("claims").items())
    if (auto found = filled(text, numbers); !found.empty()) out["claims"][id] = std::move(found);
  return out;
}

}  // namespace polhode::answers
