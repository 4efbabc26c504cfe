// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "experiments/answers/lists.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit list(const ListOptions& options) {
  const auto rows = answers::list_of(options.what, options.filter);
  print(options.json ? rows.dump(1) + "\n" : answers::list_text(options.what, rows));
  return Exit::ok;
}

}  // namespace polhode::verbs
