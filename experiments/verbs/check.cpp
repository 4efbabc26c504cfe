// SPDX-License-Identifier: MIT
#include <iostream>
#include <nlohmann/json.hpp>

#include "experiments/passport.hpp"
#include "experiments/verbs/verbs.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

Exit check(const CheckOptions& options) {
  const auto* method = find_method(options.method);
  if (!method) throw UserError("METHOD: " + unknown_name("method", options.method, method_names()));
  const auto passport = measure_passport(*method);
  std::cout << (options.json ? dump(passport_json(passport)) : passport_text(passport));
  return passport.disagreements.empty() ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
