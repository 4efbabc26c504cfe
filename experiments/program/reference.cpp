// SPDX-License-Identifier: MIT
#include "experiments/answers/answers.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit reference(const ReferenceOptions& options) {
  const auto found = find_reference(parse_json(read_file(options.spec), options.spec), folder_of(options.spec),
                                    options.digits, options.limit);
  write_file(options.output, dump(answers::to_json(found)));
  say_written(options.output, answers::text(found));
  return Exit::ok;
}

}  // namespace polhode::verbs
