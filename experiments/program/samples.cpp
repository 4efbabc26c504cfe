// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "experiments/answers/answers.hpp"
#include "experiments/answers/csv.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit samples(const SamplesOptions& options) {
  const bool table_alone = options.csv && options.output == "-";
  check_apart({{"--output", table_alone ? "" : options.output}, {"--csv", options.csv.value_or("")}});
  const auto found =
      answers::samples_json(parse_json(read_file(options.spec), options.spec), folder_of(options.spec), options.digits);
  if (options.csv) write_file(*options.csv, answers::csv_of_samples(found));
  const auto text = fmt::format("{} {}\n{}", found["values"].size(), found["output"].get<std::string>(),
                                options.csv ? printable(*options.csv) + "\n" : "");
  if (!table_alone) write_file(options.output, dump(found));
  if (table_alone || options.csv == "-")
    say(text, options.csv == "-");
  else
    say_written(options.output, text);
  return Exit::ok;
}

}  // namespace polhode::verbs
