// SPDX-License-Identifier: MIT
#include "experiments/answers/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace polhode::answers {

using json = nlohmann::ordered_json;

namespace {

/// How a quantity is judged: `share` it may grow by above `floor`.
struct Rule {
  const char* quantity;
  double share, floor;
  Change worse;
};
constexpr Rule rules[] = {
    {"torque_evaluations", 0, 0, Change::slower},  {"solver_iterations", 0, 0, Change::slower},
    {"allocations", 0, 0, Change::slower},         {"other_bits", 0, 0, Change::less_accurate},
    {"instructions", 0.01, 0, Change::slower},     {"error", 0.05, 1e-12, Change::less_accurate},
    {"rounding", 9, 1e-13, Change::less_accurate}, {"energy", 0.05, 1e-12, Change::less_accurate}};

/// An error below 20 times its rounding changes by 5 % with that.
double floor_of(const Rule& rule, const json& before, const json& after) {
  if (rule.quantity != std::string_view("error") || !before.contains("rounding") || !after.contains("rounding"))
    return rule.floor;
  return std::min(rule.floor, 20 * std::max(before.at("rounding").get<double>(), after.at("rounding").get<double>()));
}

constexpr std::string_view name(Change change) {
  constexpr std::string_view names[] = {"less accurate", "slower", "unmatched", "better", "not comparable"};
  return names[static_cast<int>(change)];
}

}  // namespace

bool PerformanceChanges::has(Change change) const {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.change == change; });
}

Exit PerformanceChanges::exit() const {
  if (has(Change::less_accurate)) return Exit::less_accurate;
  if (has(Change::slower)) return Exit::slower;
  if (has(Change::unmatched)) return Exit::unfinished;
  if (rows == 0 || has(Change::not_comparable)) return Exit::not_comparable;
  return Exit::ok;
}

PerformanceChanges compared(const json& a, const json& b) {
  PerformanceChanges c;
  const auto note = [&](const std::string& row, const char* quantity, Change change, const std::string& why) {
    c.findings.push_back({.name = row, .quantity = quantity, .change = change, .why = why});
  };
  const bool same_toolchain = nlohmann::json(a.at("toolchain")) == nlohmann::json(b.at("toolchain"));  // in any order
  if (!same_toolchain)
    note("all", "instructions", Change::not_comparable,
         "built by " + a.at("toolchain").dump() + ", now by " + b.at("toolchain").dump());
  bool counted = true;
  for (const auto& [row, before] : a.at("rows").items()) {
    const auto found = b.at("rows").find(row);
    if (found == b.at("rows").end()) {
      note(row, "row", Change::unmatched, "it is gone");
      continue;
    }
    const auto& after = *found;
    if (constexpr auto none = "not available";
        before.value("status", "") == none || after.value("status", "") == none) {
      ++c.elsewhere;
      if (after.value("other_bits", 0) > 0)
        c.findings.push_back({row, "other_bits", Change::less_accurate, 0, after.at("other_bits")});
      continue;
    }
    ++c.rows;
    if (before.value("status", "") == "ok" && after.value("status", "") != "ok") {
      c.findings.push_back({row, "status", Change::less_accurate, 1, 0, after.value("status", "gone")});
      continue;
    }
    for (const auto& rule : rules) {
      const std::string_view quantity = rule.quantity;
      if (!before.contains(quantity) || (quantity == "instructions" && !same_toolchain)) continue;
      if (!after.contains(quantity)) {
        if (quantity == "instructions")
          counted = false;
        else
          note(row, rule.quantity, Change::unmatched, "it is gone");
        continue;
      }
      const double x = before.at(quantity), y = after.at(quantity), floor = floor_of(rule, before, after);
      if (y > x * (1 + rule.share) && y > floor)
        c.findings.push_back({row, rule.quantity, rule.worse, x, y});
      else if (x > y * (1 + rule.share) && x > floor)
        c.findings.push_back({row, rule.quantity, Change::better, x, y});
    }
  }
  for (const auto& [row, after] : b.at("rows").items())
    if (!a.at("rows").contains(row)) note(row, "row", Change::unmatched, "the baseline does not have it");
  if (!counted) note("all", "instructions", Change::not_comparable, "they were not counted now");
  return c;
}

std::string text(const PerformanceChanges& c) {
  std::string out;
  const auto row = [&](const auto&... cells) {
    out += fmt::format("  {:<14} {:<44} {:<18} {:>12} {:>12}  {}\n", cells...);
  };
  auto shown = c.findings;
  std::ranges::stable_sort(shown, {}, &Finding::change);
  if (!shown.empty()) row("verdict", "row", "quantity", "before", "after", "change");
  constexpr std::size_t most = 60;
  for (std::size_t i = 0; i < std::min(most, shown.size()); ++i) {
    const auto& f = shown[i];
    std::string change = f.why;
    if (change.empty() && f.before > 0) change = fmt::format("{:+.1f} %", 100 * (f.after / f.before - 1));
    row(name(f.change), f.name, f.quantity, fmt::format("{:.6g}", f.before), fmt::format("{:.6g}", f.after), change);
  }
  if (shown.size() > most) out += fmt::format("  ... and {} more; --json has all\n", shown.size() - most);
  const auto count = [&](Change change) { return std::ranges::count(c.findings, change, &Finding::change); };
  if (c.elsewhere > 0)
    out += fmt::format("{} rows need instructions that one of the machines does not have\n", c.elsewhere);
  return out +
         fmt::format("{} rows compared: {} less accurate, {} slower, {} better, {} not comparable, {} unmatched\n",
                     c.rows, count(Change::less_accurate), count(Change::slower), count(Change::better),
                     count(Change::not_comparable), count(Change::unmatched));
}

json to_json(const PerformanceChanges& c) {
  json findings = json::array();
  for (const auto& f : c.findings) {
    json row{{"verdict", name(f.change)},
             {"row", f.name},
             {"quantity", f.quantity},
             {"before", f.before},
             {"after", f.after}};
    if (!f.why.empty()) row["why"] = f.why;
    findings.push_back(std::move(row));
  }
  return {{"schema", "polhode/comparison/1"},
          {"rows", c.rows},
          {"exit", static_cast<int>(c.exit())},
          {"findings", std::move(findings)}};
}

}  // namespace polhode::answers
