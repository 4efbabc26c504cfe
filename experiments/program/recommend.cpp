// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/io/spec/rate.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/page.hpp"
#include "experiments/answers/recommendation_program.hpp"
#include "experiments/judging/variations.hpp"
#include "experiments/program/give.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/paths.hpp"

namespace polhode::verbs {

namespace {

/// A requirement for each target: where a flag has one number, it holds for all.
std::vector<Requirement> requirements_of(const RecommendOptions& options) {
  Requirement requirement{.time = options.time,
                          .seconds = options.limit,
                          .at_end = options.at_end,
                          .reimplemented = options.reimplemented,
                          .rate = options.rate,
                          .standard_error = options.standard_error,
                          .spread = options.spread,
                          .among = options.filter};
  requirement.torque_seconds = 1e-6 * options.torque_cost.value_or(0);
  const std::tuple<const char*, const std::vector<double>*, std::optional<double> Requirement::*> lists[] = {
      {"--attitude-error", &options.attitude, &Requirement::attitude},
      {"--momentum-error", &options.momentum, &Requirement::momentum},
      {"--energy-drift", &options.energy, &Requirement::energy}};
  std::size_t n = 1;
  for (const auto& [flag, list, target] : lists) n = std::max(n, list->size());
  std::vector<Requirement> all(n, requirement);
  for (const auto& [flag, list, target] : lists) {
    if (list->size() > 1 && list->size() < n)
      throw UserError(
          fmt::format("{}: {} tolerances are given, and {} of another kind; accepted: one, or the same number", flag,
                      list->size(), n));
    for (std::size_t i = 0; i < n && !list->empty(); ++i) all[i].*target = (*list)[list->size() == 1 ? 0 : i];
  }
  for (const auto& w : all) check_requirement(w);
  return all;
}

/// What has no meaning beside another flag.
void refuse_together(const RecommendOptions& options, std::size_t targets) {
  const bool quick = options.quick, by_error = options.standard_error.has_value();
  const bool html = options.html.has_value(), emit = options.emit.has_value(), rate = options.rate.has_value();
  for (const auto& [flag, given] : {std::pair("--html", html), {"--emit", emit}}) {
    refuse({{flag, given && quick}}, "given with --quick, which runs nothing to show; accepted: one of the two");
    refuse({{flag, given && targets > 1}}, fmt::format("given with {} tolerances; accepted: one", targets));
  }
  refuse({{"--at-end", quick && options.at_end},
          {"--restated", quick && options.reimplemented},
          {"--torque-cost", quick && options.torque_cost},
          {"--method", quick && !options.filter.empty()},
          {"--rate", quick && rate}},
         "given with --quick, whose atlas is made without it; accepted: one of the two");
  refuse({{"--quick", by_error && quick}, {"--html", by_error && html}, {"--emit", by_error && emit}},
         "given with --standard-error; accepted: one of the two");
  refuse({{"--quick", quick && targets > 1}}, fmt::format("given with {} tolerances; accepted: one", targets));
}

/// What has no meaning for a rate that is prescribed.
void refuse_for_rate(const RecommendOptions& options) {
  refuse({{"--momentum-error", !options.momentum.empty()},
          {"--energy-drift", !options.energy.empty()},
          {"--rate", options.rate.has_value()},
          {"--time", options.time.has_value()},
          {"--quick", options.quick},
          {"--html", options.html.has_value()},
          {"--emit", options.emit.has_value()},
          {"--torque-cost", options.torque_cost.has_value()},
          {"--standard-error", options.standard_error.has_value()},
          {"--spread", options.spread.has_value()},
          {"--at-end", options.at_end},
          {"--method", !options.filter.empty()}},
         "given with a prescribed rate; accepted: --attitude-error and --least-rate");
  refuse({{"--attitude-error", options.attitude.size() != 1}}, "missing, or several are given; accepted: one angle");
}

void give_answer(const RecommendOptions& options, const nlohmann::ordered_json& answer, const std::string& text) {
  give({options.output, options.json}, answer, text);
}

// --- three questions; each returns whether anything is recommended --------------------------------------------------

/// Which update follows a rate that is prescribed.
bool for_rate(const RecommendOptions& options, const nlohmann::json& document, const std::string& folder) {
  refuse_for_rate(options);
  const auto r = attitude::recommend_page_for(read_rate_spec<double>(document, folder), options.attitude.front(),
                                              options.least_rate, options.reimplemented, document.contains("gyro"));
  give_answer(options, answers::to_json(r), answers::text(r));
  return r.best.has_value();
}

/// What the atlas says of bodies like this one: nothing is run.
bool from_atlas(const RecommendOptions& options, const nlohmann::json& document, const std::string& folder,
                const Requirement& requirement) {
  if (document.is_object() && document.contains("vary"))
    throw UserError("vary: given with --quick, whose atlas has single bodies; accepted: one of the two");
  const auto q = recommend_quickly(read_spec<double>(document, folder), requirement, results_folder() + "/atlas");
  give_answer(options, answers::to_json(q), answers::text(q));
  return q.sure();
}

/// Which method moves this body, for each requirement: all are run. The first answer may become a program, and a page.
bool by_running(const RecommendOptions& options, const nlohmann::json& document, const std::string& folder,
                const std::vector<Requirement>& requirements) {
  const Variations bodies(document, folder);
  const auto spec = bodies.spec<double>(0);
  if (options.emit) answers::check_emitted(*options.emit, spec);
  const auto all = recommend_each(bodies, spec, requirements);
  const auto& first = all.front();
  const bool alone = all.size() == 1;
  const auto answer = alone ? answers::to_json(first) : answers::to_json(all);
  const bool emits = options.emit && first.best;
  if (emits) answers::emit_project(*options.emit, first, spec);
  if (options.html)
    write_file(*options.html,
               answers::recommendation_page(first, answer, spec, options.spec.substr(options.spec.rfind('/') + 1)));
  give_answer(options, answer, alone ? answers::text(first, options.all) : answers::text(all));
  const auto say_written = [&](const std::string& path) {
    const auto line = printable(path) + "\n";
    if (options.json && options.output == "-")
      std::cerr << line;
    else
      print(line);
  };
  if (options.html) say_written(*options.html);
  if (emits) say_written(*options.emit);
  return std::all_of(all.begin(), all.end(), [](const auto& r) { return r.best || r.statistics; });
}

}  // namespace

Exit recommend(const RecommendOptions& options) {
  const auto requirements = requirements_of(options);
  refuse_together(options, requirements.size());
  check_apart("--html", options.html.value_or(""), "--output", options.output);
  const auto document = parse_json(read_file(options.spec), options.spec);
  const auto folder = folder_of(options.spec);
  const bool prescribed = prescribes_rate(document);
  if (options.least_rate && !prescribed)
    throw UserError("--least-rate: given with a spec that does not prescribe its rate; accepted: one with \"rate\"");
  const bool found = prescribed      ? for_rate(options, document, folder)
                     : options.quick ? from_atlas(options, document, folder, requirements.front())
                                     : by_running(options, document, folder, requirements);
  return found ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
