// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/page.hpp"
#include "experiments/judging/attitude/run.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// A run that was written.
json checked(const json& run, const std::string& file) {
  check_form(run, "run-1", file);
  if (!run.contains("trajectory"))
    throw UserError(file +
                    ": trajectory: missing; accepted: a run with it (polhode run --every N), or the body itself");
  return run;
}

/// Of a body, which is run.
json run_of(nlohmann::json document, const std::string& folder) {
  answers::ShownRows rows;
  if (document.is_object() && !asks_for_rows(document)) document["every"] = 1;
  auto out = answers::to_json(run_spec(document, folder, [&](const TrajectoryRow& row) { rows.add(row); }));
  out["trajectory"] = rows.all();
  return out;
}

}  // namespace

Exit plot(const PlotOptions& options) {
  const auto text = read_file(options.file);
  const auto document = parse_json(text, options.file);
  const bool is_run = document.is_object() && document.contains("schema");
  const json run = is_run ? checked(parse_ordered_json(text, options.file), options.file)
                          : run_of(document, folder_of(options.file));
  write_file(options.output, answers::run_page(run, options.file.substr(options.file.rfind('/') + 1)));
  print(printable(options.output) + "\n");
  if (run["status"] == "ok") return Exit::ok;
  std::cerr << printable(fmt::format("{}: {}", run["status"].get<std::string>(), run.value("reason", ""))) << "\n";
  return Exit::unfinished;
}

}  // namespace polhode::verbs
