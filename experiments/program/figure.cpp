// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/io/json.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/terminal.hpp"
#include "experiments/answers/csv.hpp"
#include "experiments/answers/figure.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

namespace {

using namespace answers;
using json = nlohmann::ordered_json;

/// The experiments that names mean, with their settings, as the filter leaves them.
std::vector<Experiment> asked(const FigureOptions& options) {
  std::vector<Experiment> all;
  for (const auto& name : options.names)
    if (is_figure_file(name) || !options.settings.empty())
      all.push_back(figure_value_of(name, options.settings).experiment());
    else
      for (const auto* entry : figures_named({name})) all.push_back(entry->make());
  if (options.filter.empty()) return all;
  for (auto& e : all) {
    const auto id = e.id;
    e = restricted(e, options.filter.text(), [&](const MethodInfo& m) { return options.filter.accepts(m); });
    if (e.panels.empty()) throw UserError("{}: none of its methods is {}", id, options.filter.text());
  }
  return all;
}

/// How many cases a method did not finish, and why the first one: a line for each method that is counted. Those that
/// were cut at their time limit are told elsewhere.
std::string unfinished(const Data& data, const std::function<bool(const MethodInfo&)>& counted) {
  struct Cases {
    int all = 0, failed = 0;
    std::string first = {};
  };
  std::map<std::string_view, Cases> methods;
  for (const auto& panel : data)
    for (const auto& s : panel.series) {
      if (!counted(*s.method)) continue;
      auto& cases = methods[s.method->id];
      const auto count = [&](const auto& run) {
        ++cases.all;
        const bool can_be_shown = run.status != Status::skipped || !source_of(*s.method);  // crashes are skipped, too
        if (run.status != Status::ok && can_be_shown && !run.late && cases.failed++ == 0) cases.first = run.reason;
      };
      if (s.points.empty())
        count(s);
      else
        std::ranges::for_each(s.points, count);
    }
  std::string lines;
  for (const auto& [id, cases] : methods)
    if (cases.failed > 0)
      lines += fmt::format("{}: {} of {} cases did not finish; the first: {}\n", id, cases.failed, cases.all,
                           printable(cases.first));
  return lines;
}

std::string golden_path(const FigureOptions& options, const std::string& id) {
  return fmt::format("{}/golden/{}.json", options.results, id);
}

/// How many sentences of the papers are reproduced, of those that the verdicts decide. What a sentence says has one part
/// or several, and a part one reading or several; a part holds if one of its readings does, a sentence if all its parts
/// do.
std::string sentences_said(const std::string& results,
                           const std::vector<std::pair<std::string, std::string>>& verdicts) {
  const std::map<std::string, std::string> judged(verdicts.begin(), verdicts.end());
  std::map<std::string, std::map<std::string, std::set<std::string>>> sentences;
  const auto document = read_result(results + "/claims.json", "claims-1");
  for (const auto& c : document.at("claims")) {
    if (c.contains("ours")) continue;
    const std::string id = c.at("id"), part = c.value("reading_of", id);
    const auto verdict = judged.find(id);
    sentences[c.value("sentence", part)][part].insert(verdict == judged.end() ? "" : verdict->second);
  }
  const auto first = [](std::initializer_list<const char*> order, const std::set<std::string>& found) {
    return *std::find_if(order.begin(), order.end(), [&](const char* v) { return found.contains(v); });
  };
  std::map<std::string, int> counted;
  for (const auto& [_, parts] : sentences) {
    std::set<std::string> found;
    for (const auto& [_, readings] : parts)
      found.insert(first({"reproduced", "", "undecidable", "not-reproduced"}, readings));
    ++counted[first({"not-reproduced", "", "undecidable", "reproduced"}, found)];
  }
  return fmt::format("{} sentences of the papers: {} reproduced, {} not reproduced, {} undecidable, {} not measured\n",
                     sentences.size(), counted["reproduced"], counted["not-reproduced"], counted["undecidable"],
                     counted[""]);
}

}  // namespace

Exit figure(const FigureOptions& given) {
  auto options = given;
  options.filter.take_conditions(options.names);
  if (options.names.empty()) throw UserError("NAME: missing; accepted: figures, or \"all\"");
  options.filter.check();
  if (options.limit && !(*options.limit > 0))
    throw UserError("--time-limit: {:g} is given; accepted: a positive number of seconds", *options.limit);
  if (options.value) {
    if (options.names.size() > 1) throw UserError("--print: several figures are given; accepted: one");
    const auto value = figure_value_of(options.names.front(), options.settings);
    value.experiment();  // what is printed can be measured
    print(value.is.dump(1) + "\n");
    return Exit::ok;
  }
  const auto beside = methods_beside(options.extra_methods);
  const auto claims = checked_claims(options.results);
  const bool all = std::find(options.names.begin(), options.names.end(), "all") != options.names.end();
  std::vector<Experiment> experiments;  // a mistake is told before anything runs
  for (const auto& experiment : asked(options)) try {
      experiments.push_back(with_extra_methods(experiment, beside));
    } catch (const UserError&) {
      if (!all || beside.empty()) throw;  // all: those that the extra methods can join
    }
  if (experiments.empty())
    throw UserError("--with: no figure has a problem that {} supports", fmt::join(options.extra_methods, " and "));
  std::map<std::string, json> golden;
  for (const auto& e : experiments)
    if (const auto path = golden_path(options, e.id); std::filesystem::exists(path))
      golden[e.id] = read_result(path, "experiment-1", e.id);
  const auto file_of = [&](const Experiment& e) {
    auto name = e.id;  // a figure with extra methods is not the figure: it has a file of its own
    for (const auto* method : beside) name += fmt::format("+{}", method->id);
    return name;
  };
  std::set<std::string> files;
  for (const auto& e : experiments) {
    const auto to = options.out + "/" + file_of(e) + ".json";
    std::error_code none;
    if (!files.insert(to).second) throw UserError("NAME: two figures would be {}; accepted: each once", shortened(to));
    for (const auto& from : options.names)
      if (std::filesystem::is_regular_file(from, none) && std::filesystem::equivalent(from, to, none))
        throw UserError("--out: {} is read as a figure; accepted: a folder where no result would replace it",
                        shortened(to));
  }
  Exit exit = Exit::ok;
  for (auto& experiment : experiments) {
    const Stopwatch watch;
    auto name = file_of(experiment);
    Report report{
        &experiment, measure(experiment, comparison_runner(options.limit.value_or(INFINITY)), options.timed), {}};
    if (ran_out_of_time(report.data)) {
      if (options.filter.empty())
        experiment = without_claims(experiment, fmt::format("cut at {:g} s per case", *options.limit)),
        name = experiment.id;
      std::cerr << fmt::format("{}: some cases were skipped at the time limit of {:g} s\n", experiment.id,
                               *options.limit);
      exit = Exit::unfinished;
    }
    // What the papers' own methods do not finish is a part of the golden results.
    const auto is_extra = [&](const MethodInfo& m) {
      return !golden.contains(experiment.id) || std::ranges::any_of(beside, [&](auto* b) { return b->id == m.id; });
    };
    if (const auto lines = unfinished(report.data, is_extra); !lines.empty()) {
      std::cerr << lines;
      exit = Exit::unfinished;
    }
    report.verdicts = judge_all(experiment, report.data, claims, options.timed);

    const auto base = options.out + "/" + name;
    const json found = record(report), timing = options.timed ? timing_record(report) : json();
    write_file(base + ".json", dump(found));
    if (options.timed) write_file(base + ".timing.json", dump(timing));
    if (options.json)
      print(found.dump(1) + "\n");
    else
      print(fmt::format("{}: measured in {:.1f} s, {}written to {}.json\n", name, watch.seconds(),
                        experiment.partial ? "claims not judged, " : "", printable(base)));
    if (options.csv) {
      write_file(base + ".csv", csv_of(found, timing));
      print(printable(base) + ".csv\n");
    }

    if (const auto known = golden.find(experiment.id); known != golden.end())
      for (const auto& line : changed_verdicts(found, known->second)) {
        std::cerr << "changed: " << line << "\n";
        exit = Exit::unfinished;
      }
  }
  return exit;
}

Exit show(const FigureOptions& options) {
  const auto claims = checked_claims(options.results);
  std::string text;
  const auto chosen = figures_named(options.names);
  Summary all;
  for (const auto* entry : chosen) {
    if (!std::filesystem::exists(fmt::format("{}/{}.json", options.out, entry->id)))
      throw UserError("{0}: not measured yet; run \"polhode figure {0}\"", entry->id);
    const auto s = summary(options.out, entry->id, claims);
    all.reproduced += s.reproduced, all.not_reproduced += s.not_reproduced, all.undecidable += s.undecidable;
    all.verdicts.insert(all.verdicts.end(), s.verdicts.begin(), s.verdicts.end());
    // One figure is told claim by claim, several in a line each.
    const auto count = [](int n, Colour colour) {
      return n ? coloured(fmt::format("{:>4}", n), colour) : std::string("    ");
    };
    text += chosen.size() == 1
                ? s.text
                : fmt::format("{:<18} {} {} {}  {}\n", entry->id, count(s.reproduced, Colour::green),
                              count(s.not_reproduced, Colour::red), count(s.undecidable, Colour::yellow), s.title);
  }
  if (chosen.size() > 1) {
    const int judged = all.reproduced + all.not_reproduced + all.undecidable;
    text =
        fmt::format("{:<18} {:>4} {:>4} {:>4}  (✓ reproduced, ✗ not reproduced, ? undecidable)\n", "figure", "✓", "✗",
                    "?") +
        text +
        fmt::format(
            "{} of {} readings reproduced, {} not reproduced, {} undecidable; \"polhode show NAME\" has each with its "
            "numbers\n",
            all.reproduced, judged, all.not_reproduced, all.undecidable) +
        sentences_said(options.results, all.verdicts);
  }
  print(fitted(text));
  return Exit::ok;
}

Exit golden(const FigureOptions& options) {
  const auto tolerances = read_result(options.results + "/golden/tolerances.json", "tolerances-1");
  struct Pair {
    std::string id, path;
    json found, golden;
  };
  std::vector<Pair> pairs;  // all are read before one is written
  for (const auto* entry : figures_named(options.names)) {
    const std::string id(entry->id), path = golden_path(options, id);
    pairs.push_back({id, path, read_result(options.out + "/" + id + ".json", "experiment-1", id),
                     options.update ? json() : read_result(path, "experiment-1", id)});
  }
  Exit exit = Exit::ok;
  for (const auto& [id, path, found, golden] : pairs) {
    if (options.update) {
      write_file(path, dump(found));
      print(printable(path) + "\n");
      continue;
    }
    const auto differences = compare_to_golden(found, golden, tolerances);
    for (const auto& line : differences) print(printable(line) + "\n");
    print(fmt::format("{}: {}\n", id, differences.empty() ? "as the golden file" : "differs from the golden file"));
    if (!differences.empty()) exit = Exit::unfinished;
  }
  return exit;
}

}  // namespace polhode::verbs
