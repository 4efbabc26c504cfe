// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "experiments/answers/comparison.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// A measurement: one file of `evidence`, or files of Google Benchmark, a folder being all that it has.
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

/// What must be equal for times to be compared; flags may differ, if that is what is compared.
std::string machine_of(const json& file) {
  const auto& c = file.at("context");
  return fmt::format("{}, {}", c.value("cpu", "unknown"), c.value("host_name", "unknown"));
}

/// github-action-benchmark's customSmallerIsBetter: instructions and errors of B.
json smaller_is_better(const json& b) {
  json all = json::array();
  for (const auto& [row, values] : b.at("rows").items())
    if (values.contains("instructions"))
      all.push_back({{"name", row}, {"unit", "instructions per step"}, {"value", values.at("instructions")}});
  return all;
}

}  // namespace

Exit compare(const CompareOptions& options) {
  const auto a = measurement("A", options.a), b = measurement("B", options.b);
  const bool evidence = a.front().contains("rows");
  if (evidence != b.front().contains("rows"))
    throw UserError(fmt::format("B: {} is {}, and A is not; both must be of one kind", options.b,
                                evidence ? "of Google Benchmark" : "evidence"));
  PerformanceChanges c;
  if (evidence) {
    c = compare_evidence(a.front(), b.front());
  } else {
    c = compare_times(polhode::samples(a), polhode::samples(b));
    if (machine_of(a.front()) != machine_of(b.front()))
      c.findings.insert(c.findings.begin(), {"all", "time", Change::not_comparable, 0, 0, 0, 0,
                                             machine_of(a.front()) + "; now " + machine_of(b.front())});
  }
  if (!options.action.empty() && !evidence) throw UserError("--action: times are not published; give evidence");
  check_apart("--action", options.action, "--markdown", options.markdown);
  if (!options.markdown.empty()) write_file(options.markdown, answers::text(c, true));
  if (!options.action.empty()) write_file(options.action, dump(smaller_is_better(b.front())) + "\n");
  print(options.json ? dump(answers::to_json(c)) + "\n" : answers::text(c, false));
  return c.exit();
}

}  // namespace polhode::verbs
