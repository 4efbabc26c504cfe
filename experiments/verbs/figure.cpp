// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "experiments/arena.hpp"
#include "experiments/guests.hpp"
#include "experiments/index.hpp"
#include "experiments/verbs/verbs.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// The experiments named, or all of them. Names are checked before anything runs.
std::vector<const ExperimentEntry*> select(const std::vector<std::string>& names) {
  std::vector<const ExperimentEntry*> chosen;
  std::vector<std::string> known;
  for (const auto& e : experiment_index()) known.push_back(e.id);
  for (const auto& name : names) {
    if (name == "all") {
      for (const auto& e : experiment_index()) chosen.push_back(&e);
      continue;
    }
    const auto* entry = find_experiment(name);
    if (!entry) throw UserError("NAME: " + unknown_name("figure", name, known));
    chosen.push_back(entry);
  }
  return chosen;
}

/// The methods of --with.
std::vector<const MethodInfo*> guests(const std::vector<std::string>& names) {
  std::vector<const MethodInfo*> methods;
  for (const auto& name : names) {
    methods.push_back(find_method(name));
    if (!methods.back()) throw UserError("--with: " + unknown_name("method", name, method_names()));
  }
  return methods;
}

json read(const std::string& path) {
  const auto text = read_file(path);
  try {
    return json::parse(text);
  } catch (const json::exception& e) {
    throw UserError(fmt::format("{}: not a result file: {}", path, e.what()));
  }
}

/// What was found by this very program may be taken up again, and by no other.
std::string program_key() {
  std::error_code none;
  const auto written = std::filesystem::last_write_time("/proc/self/exe", none).time_since_epoch().count();
  const auto build = build_info();
  return fmt::format("polhode {} {} {} {}", build.version, build.git, build.flags, written);
}

std::string golden_path(const FigureOptions& options, const std::string& id) {
  return fmt::format("{}/golden/{}.json", options.results, id);
}

}  // namespace

Exit figure(const FigureOptions& options) {
  const auto chosen = select(options.names);
  const auto beside = guests(options.guests);
  const auto claims = read_claims(options.results);
  const bool all = std::find(options.names.begin(), options.names.end(), "all") != options.names.end();
  std::vector<std::pair<const ExperimentEntry*, Experiment>> experiments;  // a mistake is told before anything runs
  for (const auto* entry : chosen) try {
      experiments.emplace_back(entry, with_guests(entry->make(), beside));
    } catch (const UserError&) {
      if (!all) throw;  // all: those that the guests can join
    }
  if (experiments.empty())
    throw UserError(fmt::format("--with: no figure has a problem that {} serves", fmt::join(options.guests, " and ")));
  Exit exit = Exit::ok;
  for (const auto& [entry, experiment] : experiments) {
    const auto begin = std::chrono::steady_clock::now();
    std::string name = entry->id;  // a figure with guests is not the figure: it has a file of its own
    for (const auto* guest : beside) name += fmt::format("+{}", guest->id);
    const ResumeFile resume{fmt::format("{}/.{}.part", options.out, name), program_key()};
    Report report{&experiment, measure(experiment, arena(), options.timed, resume), {}, options.timed};
    report.verdicts = judge_all(experiment, report.data, claims, options.timed);

    const auto base = options.out + "/" + name;
    const json found = record(report);
    write_file(base + ".json", dump(found));
    if (options.timed) write_file(base + ".timing.json", dump(timing_record(report, build_info())));
    if (options.json)
      std::cout << found.dump(1) << "\n";
    else
      std::cout << fmt::format("{}: measured in {:.1f} s, written to {}.json\n", name,
                               std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), base);

    if (const auto path = golden_path(options, entry->id); std::filesystem::exists(path))
      for (const auto& line : changed_verdicts(found, read(path))) {
        std::cerr << "changed: " << line << "\n";
        exit = Exit::unfinished;
      }
  }
  return exit;
}

Exit show(const FigureOptions& options) {
  const auto claims = read_claims(options.results);
  for (const auto* entry : select(options.names)) {
    if (!std::filesystem::exists(options.out + "/" + entry->id + ".json"))
      throw UserError(fmt::format("{}: not measured yet; run \"polhode figure {}\"", entry->id, entry->id));
    std::cout << summary(options.out, entry->id, claims);
  }
  return Exit::ok;
}

Exit golden(const FigureOptions& options, bool update) {
  const auto tolerances = read(options.results + "/golden/tolerances.json");
  Exit exit = Exit::ok;
  for (const auto* entry : select(options.names)) {
    const json found = read(options.out + "/" + entry->id + ".json");
    const auto path = golden_path(options, entry->id);
    if (update) {
      write_file(path, dump(found));
      std::cout << path << "\n";
      continue;
    }
    const auto differences = compare_to_golden(found, read(path), tolerances);
    for (const auto& line : differences) std::cout << line << "\n";
    std::cout << fmt::format("{}: {}\n", entry->id,
                             differences.empty() ? "as the golden file" : "differs from the golden file");
    if (!differences.empty()) exit = Exit::unfinished;
  }
  return exit;
}

}  // namespace polhode::verbs
