// SPDX-License-Identifier: MIT
#include "experiments/answers/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/io/json.hpp"
#include "core/system/user.hpp"

namespace polhode::answers {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

std::string percent(double ratio) {
  return fmt::format("{:+.1f} %", 100 * (ratio - 1));
}

/// What must be equal for times to be compared; flags may differ, if that is what is compared.
std::string machine_of(const json& file) {
  const auto& c = file.at("context");
  return fmt::format("{}, {}", c.value("cpu", "unknown"), c.value("host_name", "unknown"));
}

}  // namespace

std::vector<json> measurement(const std::string& argument, const std::string& path) {
  std::vector<std::string> names;
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.path().extension() == ".json") names.push_back(entry.path().string());
    std::sort(names.begin(), names.end());
    if (names.empty()) throw UserError(fmt::format("{}: {} has no .json file", argument, path));
  } else {
    names = {path};
  }
  std::vector<json> files;
  for (const auto& name : names) {
    auto file = parse_ordered_json(read_file(name), name);
    const bool evidence = file.is_object() && file.contains("rows");
    if (!evidence && !(file.is_object() && file.contains("benchmarks")))
      throw UserError(fmt::format("{}: {} is neither evidence (make perf-check) nor of Google Benchmark (make bench)",
                                  argument, name));
    check_form(file, evidence ? "evidence-1" : "benchmark-1", fmt::format("{}: {}", argument, name));
    files.push_back(std::move(file));
  }
  return files;
}

PerformanceChanges compared(const std::string& of_a, const std::string& of_b) {
  const auto a = measurement("A", of_a), b = measurement("B", of_b);
  const bool evidence = a.front().contains("rows");
  if (evidence != b.front().contains("rows"))
    throw UserError(fmt::format("B: {} is {}, and A is not; both must be of one kind", of_b,
                                evidence ? "of Google Benchmark" : "evidence"));
  if (evidence) return compare_evidence(a.front(), b.front());
  auto c = compare_times(samples(a), samples(b));
  if (machine_of(a.front()) != machine_of(b.front()))
    c.findings.insert(c.findings.begin(), {"all", "time", Change::not_comparable, 0, 0, 0, 0,
                                           machine_of(a.front()) + "; now " + machine_of(b.front())});
  return c;
}

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
