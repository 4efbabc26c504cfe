// SPDX-License-Identifier: MIT
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/system/terminal.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit list(const ListOptions& given) {
  auto options = given;
  options.filter.take_all(options.conditions);
  const std::vector<std::string> accepted{"methods", "updates", "problems", "figures"};
  if (std::find(accepted.begin(), accepted.end(), options.what) == accepted.end())
    throw UserError("WHAT: " + unknown_name("list", options.what, accepted));
  if (!options.filter.empty() && (options.what == "problems" || options.what == "figures"))
    throw UserError("list {}: a condition is given; accepted: none, which are for methods and updates", options.what);
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
