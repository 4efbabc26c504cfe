// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "experiments/answers/lists.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit list(const ListOptions& options) {
  const auto rows = answers::list_of(options.what, options.filter);
  if (options.json) {
    print(rows.dump(1) + "\n");
    return Exit::ok;
  }
  if (!rows.empty()) print(answers::list_text(options.what, rows));
  if (options.what == "methods")
    if (const auto updates = answers::list_of("updates", options.filter); !updates.empty())
      print((rows.empty() ? "" : "\n") + answers::list_text("updates", updates));
  return Exit::ok;
}

}  // namespace polhode::verbs
