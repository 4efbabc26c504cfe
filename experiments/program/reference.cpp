// SPDX-License-Identifier: MIT
#include "experiments/answers/answers.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit reference(const ReferenceOptions& options) {
  const auto found = find_reference(parse_json(read_file(options.spec), options.spec), folder_of(options.spec),
                                    options.digits, options.limit);
  give_json(options.output, answers::to_json(found), answers::text(found));
  return Exit::ok;
}

}  // namespace polhode::verbs
