// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "experiments/answers/answers.hpp"
#include "experiments/answers/csv.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit samples(const SamplesOptions& options) {
  if (options.csv) check_apart("--csv", *options.csv, "--output", options.output);
  const auto found =
      answers::samples_json(parse_json(read_file(options.spec), options.spec), folder_of(options.spec), options.digits);
  if (options.csv) write_file(*options.csv, answers::csv_of_samples(found));
  const auto text = fmt::format("{} {}\n{}", found["values"].size(), found["output"].get<std::string>(),
                                options.csv ? printable(*options.csv) + "\n" : "");
  if (options.output == "-" && options.csv)
    print(text);
  else
    give_json(options.output, found, text);
  return Exit::ok;
}

}  // namespace polhode::verbs
