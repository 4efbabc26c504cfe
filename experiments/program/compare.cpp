// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "experiments/answers/comparison.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit compare(const CompareOptions& options) {
  const auto a = read_result(options.a, "evidence-1"), b = read_result(options.b, "evidence-1");
  const auto c = answers::compared(a, b);
  print(options.json ? dump(answers::to_json(c)) + "\n" : answers::text(c));
  return c.exit();
}

}  // namespace polhode::verbs
