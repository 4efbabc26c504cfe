// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "core/system/terminal.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit list(const ListOptions& options) {
  const auto rows = answers::list_of(options.what, options.filter);
  if (options.json) {
    print(rows.dump(1) + "\n");
    return Exit::ok;
  }
  const bool all = options.all || !options.filter.empty();
  if (!rows.empty()) print(fitted(answers::list_text(options.what, rows, all)));
  if (options.what == "methods" && all)
    if (const auto updates = answers::list_of("updates", options.filter); !updates.empty())
      print((rows.empty() ? "" : "\n") + fitted(answers::list_text("updates", updates)));
  return Exit::ok;
}

}  // namespace polhode::verbs
