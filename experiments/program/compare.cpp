// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "experiments/answers/comparison.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

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
  const auto a = read_result(options.a, "evidence-1"), b = read_result(options.b, "evidence-1");
  const auto c = answers::compared(a, b);
  if (!options.action.empty()) write_file(options.action, dump(smaller_is_better(b)) + "\n");
  print(options.json ? dump(answers::to_json(c)) + "\n" : answers::text(c));
  return c.exit();
}

}  // namespace polhode::verbs
