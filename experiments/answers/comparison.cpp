// SPDX-License-Identifier: MIT
#include "experiments/answers/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace polhode::answers {

using json = nlohmann::ordered_json;

namespace {

std::string percent(double ratio) {
  return fmt::format("{:+.1f} %", 100 * (ratio - 1));
}

}  // namespace

std::string text(const PerformanceChanges& c, bool markdown) {
  std::string out;
  const auto row = [&](const auto&... cells) {
    out += markdown ? fmt::format("| {} | {} | {} | {} | {} | {} |\n", cells...)
                    : fmt::format("  {:<14} {:<44} {:<18} {:>12} {:>12}  {}\n", cells...);
  };
  std::vector<Finding> shown;
  for (const auto& f : c.findings)
    if (f.change != Change::same) shown.push_back(f);
  // worst first
  const auto weight = [](const Finding& f) {
    constexpr int weights[] = {5, 3, 1, 0, 6, 4, 2};
    return weights[static_cast<int>(f.change)];
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&](const Finding& a, const Finding& b) { return weight(a) < weight(b); });
  if (!shown.empty()) {
    row("verdict", "row", "quantity", "before", "after", "change");
    if (markdown) out += "| --- | --- | --- | --- | --- | --- |\n";
  }
  constexpr std::size_t most = 60;
  for (std::size_t i = 0; i < std::min(most, shown.size()); ++i) {
    const auto& f = shown[i];
    std::string change = f.why;
    if (change.empty() && f.before > 0) change = percent(f.after / f.before);
    if (f.high > 0) change += fmt::format(" ({} .. {})", percent(f.low), percent(f.high));
    row(name(f.change), f.name, f.quantity, fmt::format("{:.6g}", f.before), fmt::format("{:.6g}", f.after), change);
  }
  if (shown.size() > most) out += fmt::format("  ... and {} more; --json has all\n", shown.size() - most);
  const auto count = [&](Change change) {
    return std::count_if(c.findings.begin(), c.findings.end(), [&](const Finding& f) { return f.change == change; });
  };
  return out + fmt::format(
                   "{}{} rows compared: {} less accurate, {} slower, {} better, {} cannot tell, {} not comparable, {} "
                   "unmatched\n",
                   markdown ? "\n" : "", c.rows, count(Change::less_accurate), count(Change::slower),
                   count(Change::better), count(Change::cannot_tell), count(Change::not_comparable),
                   count(Change::unmatched));
}

json to_json(const PerformanceChanges& c) {
  json findings = json::array();
  for (const auto& f : c.findings) {
    json row{{"verdict", name(f.change)},
             {"row", f.name},
             {"quantity", f.quantity},
             {"before", f.before},
             {"after", f.after}};
    if (f.high > 0) row["ratio_interval"] = {f.low, f.high};
    if (!f.why.empty()) row["why"] = f.why;
    findings.push_back(std::move(row));
  }
  return {{"schema", "polhode/comparison/1"},
          {"rows", c.rows},
          {"exit", static_cast<int>(c.exit())},
          {"findings", std::move(findings)}};
}

}  // namespace polhode::answers
