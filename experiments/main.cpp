// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "core/report/progress.hpp"
#include "experiments/places.hpp"
#include "experiments/plugins.hpp"
#include "experiments/verbs/verbs.hpp"

using namespace polhode;

namespace {

std::string version_text() {
  const auto b = verbs::build_info();
  return fmt::format("polhode {}\ncompiler {}\nflags {}\nfloating point: {}\ngit {}", b.version, b.compiler, b.flags,
                     b.fp_mode, b.git);
}

/// A word that no command or option takes: the nearest one is named.
void reject_extras(const CLI::App& app) {
  for (const auto& word : app.remaining()) {
    std::vector<std::string> known;
    if (word.rfind('-', 0) == 0)
      for (const auto* o : app.get_options()) known.push_back(o->get_name());
    else if (app.get_parent() == nullptr)
      for (const auto* s : app.get_subcommands([](const CLI::App*) { return true; })) known.push_back(s->get_name());
    if (known.empty())
      throw UserError(fmt::format("{}: not expected here; see \"polhode {} --help\"", word, app.get_name()));
    throw UserError(unknown_name(word[0] == '-' ? "flag" : "command", word, known));
  }
}

Exit command(int argc, char** argv) {
  CLI::App app{"Polhode: integrators of rigid-body rotations, judged.", "polhode"};
  app.set_version_flag("--version", version_text());
  app.allow_extras();
  app.require_subcommand(0, 1);

  verbs::RunOptions run;
  auto* run_verb = app.add_subcommand("run", "integrate a body from a file with any method");
  run_verb->add_option("SPEC", run.spec, "spec file, - for standard input")->required();
  run_verb->add_option("-o,--output", run.output, "where to write the JSON, - for standard output");

  verbs::ReferenceOptions reference;
  auto* reference_verb = app.add_subcommand("reference", "the best state known of a body from a file, with its error");
  reference_verb->add_option("SPEC", reference.spec, "spec file, - for standard input")->required();
  reference_verb->add_option("-o,--output", reference.output, "where to write the JSON, - for standard output");
  reference_verb->add_option("--digits", reference.digits, "digits of the numbers, 30 by default");

  verbs::FigureOptions figures;
  figures.out = out_folder();
  figures.results = results_folder();
  bool no_timing = false, update = false;
  const auto figure_verb = [&](const char* name, const char* help) {
    auto* verb = app.add_subcommand(name, help);
    verb->add_option("NAME", figures.names, "figures, or \"all\"")->required();
    verb->add_option("--out", figures.out, "folder of the results");
    verb->add_option("--results", figures.results, "folder of claims and golden files");
    return verb;
  };
  auto* measure_verb = figure_verb("figure", "measure figures and judge their claims");
  measure_verb->add_flag("--no-timing", no_timing, "accuracy only");
  measure_verb->add_flag("--json", figures.json, "print the result instead of a line");
  measure_verb->add_option("--with", figures.guests, "one more method in the figures; claims are judged without it")
      ->allow_extra_args(false);
  measure_verb->add_flag("--csv", figures.csv, "write NAME.csv, too");
  measure_verb->add_flag("--dry-run", figures.dry,
                         "list the cases and the time that they will take, and measure nothing");
  measure_verb->add_option("--time-limit", figures.limit, "seconds after which a case is skipped");
  auto* show_verb = figure_verb("show", "print what was found when the figures were last measured");
  auto* golden_verb = figure_verb("golden", "compare measured figures with the golden results");
  golden_verb->add_flag("--update", update, "rewrite the golden results");

  std::string format;
  auto* export_verb = app.add_subcommand("export", "write what was measured as CSV");
  export_verb->add_option("FORMAT", format, "csv")->required();
  export_verb->add_option("NAME", figures.names, "figures, or \"all\"")->required();
  export_verb->add_option("--out", figures.out, "folder of the results");

  std::string shell;
  auto* completion_verb = app.add_subcommand("completion", "a script that completes commands and names");
  completion_verb->add_option("SHELL", shell, "bash")->required();

  verbs::CheckOptions check;
  auto* check_verb =
      app.add_subcommand("check", "measure a method: order, symmetry, symplecticity, conservation, cost");
  check_verb->add_option("METHOD", check.method, "its id, a pattern, or \"all\"")->required();
  check_verb->add_flag("--timing", check.timing, "the cost of a step, too");
  check_verb->add_option("-o,--output", check.output, "write the JSON to this file");
  check_verb->add_flag("--json", check.json, "for machines");

  verbs::RecommendOptions recommend;
  auto* recommend_verb = app.add_subcommand("recommend", "the cheapest method and step for a body from a file");
  recommend_verb->add_option("SPEC", recommend.spec, "spec file, - for standard input")->required();
  recommend_verb->add_option("--attitude-error", recommend.attitude, "largest angle (radians) to be off, at any time");
  recommend_verb->add_option("--momentum-error", recommend.momentum, "largest error of the momentum, relative");
  recommend_verb->add_option("--energy-drift", recommend.energy,
                             "largest error of the energy, relative to the kinetic one");
  recommend_verb->add_option("--time", recommend.time, "duration of the motion, instead of the spec's");
  recommend_verb->add_option("--time-limit", recommend.limit, "seconds that reference and ladders may take, 120 each");
  recommend_verb->add_option("--html", recommend.html, "write a page with a picture, too");
  recommend_verb->add_option("-o,--output", recommend.output, "write the JSON to this file");
  recommend_verb->add_flag("--json", recommend.json, "for machines");

  verbs::ListOptions list;
  auto* list_verb = app.add_subcommand("list", "what there is: methods, problems, figures");
  list_verb->add_option("WHAT", list.what, "methods, problems or figures")->required();
  list_verb->add_flag("--json", list.json, "for machines");

  verbs::CompareOptions compare;
  auto* compare_verb = app.add_subcommand("compare", "what changed between two measurements of performance");
  compare_verb->add_option("A", compare.a, "before: evidence, or Google Benchmark's JSON or a folder of it")->required();
  compare_verb->add_option("B", compare.b, "after")->required();
  compare_verb->add_option("--markdown", compare.markdown, "write the table for a job's summary");
  compare_verb->add_option("--action", compare.action, "write B as github-action-benchmark's customSmallerIsBetter");
  compare_verb->add_flag("--json", compare.json, "for machines");

  verbs::TrendOptions trend;
  trend.file = results_folder() + "/perf/history.jsonl";
  auto* trend_verb = app.add_subcommand("trend", "instructions per step in all accepted baselines");
  trend_verb->add_option("ROWS", trend.rows, "only those whose name contains this");
  trend_verb->add_option("--file", trend.file, "the history");
  trend_verb->add_option("--add", trend.add, "first append this evidence to it");

  verbs::DoctorOptions doctor;
  auto* doctor_verb = app.add_subcommand("doctor", "how far times can be trusted on this machine");
  doctor_verb->add_flag("--json", doctor.json, "for machines");
  verbs::ReportOptions report;
  report.out = out_folder();
  report.results = results_folder();
  auto* report_verb = app.add_subcommand("report", "all that was measured as one HTML file");
  report_verb->add_option("--out", report.out, "folder of the results");
  report_verb->add_option("--results", report.results, "folder of claims and templates");
  report_verb->add_option("-o,--output", report.output, "the file, by default report.html among the results");
  verbs::NewOptions create;
  auto* new_verb = app.add_subcommand("new", "begin a method, a problem or a plug-in of your own");
  new_verb->add_option("WHAT", create.what, "method, problem or plugin")->required();
  new_verb->add_option("NAME", create.name, "its id, like my-method")->required();
  new_verb->add_option("--tree", create.tree, "source tree (of a plug-in: where its folder goes); here by default");

  verbs::ReadmeOptions readme;
  readme.file = "README.md", readme.results = results_folder();
  auto* readme_verb = app.add_subcommand("readme", "write the tables of the README (for maintainers)")->group("");
  readme_verb->add_option("FILE", readme.file, "the README");
  readme_verb->add_option("--passports", readme.passports, "of check all -o: the methods' table, too");
  readme_verb->add_option("--results", readme.results, "folder of claims and golden files");
  readme_verb->add_flag("--check", readme.check, "only say whether they are as measured");

  std::vector<std::string> conditions;
  const auto takes_filter = [&](CLI::App* verb, verbs::MethodFilter& filter) {
    verb->add_option("--method", filter.patterns, "only methods whose id is like this: dmv*")->allow_extra_args(false);
    verb->add_option("--tag", filter.tags,
                     "only methods with this tag: symmetric, symplectic, momentum, energy, implicit, ...")
        ->allow_extra_args(false);
  };
  takes_filter(check_verb, check.filter), takes_filter(list_verb, list.filter);
  takes_filter(measure_verb, figures.filter);
  int threads = 0;
  for (auto* verb : {measure_verb, check_verb, recommend_verb})
    verb->add_option("-j", threads, "how many cores to use, all by default")->check(CLI::PositiveNumber);
  for (auto* verb : {check_verb, list_verb})
    verb->add_option("CONDITION", conditions, "only methods of such an order: order>=4");

  std::vector<std::string> plugins, plugins_of_verb;  // before the command and after it
  app.add_option("--plugin", plugins, "a shared library with methods of your own")->allow_extra_args(false);
  for (auto* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    verb->allow_extras();
    verb->add_option("--plugin", plugins_of_verb, "a shared library with methods of your own")->allow_extra_args(false);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    app.exit(e);
    return Exit::ok;
  } catch (const CLI::ParseError& e) {
    for (const auto* verb : app.get_subcommands()) reject_extras(*verb);
    throw UserError(e.what());
  }
  reject_extras(app);
  for (const auto* verb : app.get_subcommands()) reject_extras(*verb);
  figures.timed = !no_timing;
  for (const auto* given : {&plugins, &plugins_of_verb})
    for (const auto& path : *given) load_plugin(path);
  check.filter.take_conditions(conditions);
  for (const auto& word : conditions)
    throw UserError(word + ": not expected here; accepted: a condition like order>=4");
  list.filter.conditions = check.filter.conditions;
  if (*measure_verb) figures.filter.take_conditions(figures.names);
  if (*measure_verb && figures.names.empty()) throw UserError("NAME: missing; accepted: figures, or \"all\"");
  const ThreadLimit limit(threads);
  watch_interrupts();

  if (*run_verb) return verbs::run(run);
  if (*reference_verb) return verbs::reference(reference);
  if (*measure_verb) return verbs::figure(figures);
  if (*export_verb) {
    if (format != "csv") throw UserError(fmt::format("FORMAT: \"{}\" is given; accepted: csv", format));
    return verbs::export_csv(figures);
  }
  if (*completion_verb) {
    std::vector<std::pair<std::string, std::string>> verbs;
    for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
      std::string options;
      for (const auto* o : verb->get_options([](const CLI::Option* o) { return !o->get_positional(); }))
        options += (options.empty() ? "" : " ") + o->get_name();
      verbs.emplace_back(verb->get_name(), options);
    }
    return verbs::completion(shell, verbs);
  }
  if (*show_verb) return verbs::show(figures);
  if (*golden_verb) return verbs::golden(figures, update);
  if (*check_verb) return verbs::check(check);
  if (*compare_verb) return verbs::compare(compare);
  if (*trend_verb) return verbs::trend(trend);
  if (*readme_verb) return verbs::readme(readme);
  if (*doctor_verb) return verbs::doctor(doctor);
  if (*report_verb) return verbs::report(report);
  if (*recommend_verb) return verbs::recommend(recommend);
  if (*list_verb) {
    const std::vector<std::string> accepted{"methods", "problems", "figures"};
    if (std::find(accepted.begin(), accepted.end(), list.what) == accepted.end())
      throw UserError("WHAT: " + unknown_name("list", list.what, accepted));
    return verbs::list(list);
  }
  if (*new_verb) return verbs::create(create);
  std::cout << app.help();
  return Exit::ok;
}

}  // namespace

int main(int argc, char** argv) {
  const auto fail = [](Exit code, const std::string& what) {
    std::cerr << "polhode: " << what << "\n";
    return static_cast<int>(code);
  };
  try {
    return static_cast<int>(command(argc, argv));
  } catch (const Interrupted&) {
    return fail(Exit::interrupted, "interrupted; files are valid, and figures go on where they were");
  } catch (const UserError& e) {
    return fail(Exit::wrong_input, e.what());
  } catch (const OutputError& e) {
    return fail(Exit::no_output, e.what());
  } catch (const std::exception& e) {
    return fail(Exit::internal, std::string("internal error: ") + e.what());
  }
}
