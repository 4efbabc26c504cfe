// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <span>
#include <sstream>

#include "core/spaces/space.hpp"
#include "core/system/foreign_code.hpp"
#include "core/system/machine.hpp"
#include "core/system/progress.hpp"
#include "core/system/terminal.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/paths.hpp"
#include "experiments/running/plugins.hpp"

using namespace polhode;

namespace {

std::string version_text() {
  const auto b = build_info();
  return fmt::format("polhode {}\ncompiler {}\nflags {}\nfloating point: {}\ngit {}", b.version, b.compiler, b.flags,
                     b.fp_mode, b.git);
}

/// A word that no command or option takes: the nearest one is named.
void reject_extras(const CLI::App& app) {
  bool words = false;  // follow, whatever they begin with
  for (const auto& word : app.remaining()) {
    if (word == "--") {
      words = true;
      continue;
    }
    std::vector<std::string> known;
    if (words) {
    } else if (word.rfind('-', 0) == 0)
      for (const auto* o : app.get_options()) {
        if (const auto name = o->get_name(); name.rfind('-', 0) == 0) known.push_back(name);  // hidden ones have none
      }
    else if (app.get_parent() == nullptr)
      for (const auto* s : app.get_subcommands([](const CLI::App* s) { return !s->get_group().empty(); }))
        known.push_back(s->get_name());
    if (known.empty())
      throw UserError("{}: not expected here; see \"polhode {} --help\"", shortened(word), app.get_name());
    throw UserError(unknown_name(word[0] == '-' ? "flag" : "command", word, known));
  }
}

const CLI::Validator above_zero(
    [](const std::string& word) -> std::string {
      double number = 0;
      if (CLI::detail::lexical_cast(word, number) && number > 0) return {};
      return fmt::format("{} is given; accepted: a number above 0", shortened(word));
    },
    "POSITIVE");

const CLI::Validator a_port(
    [](const std::string& word) -> std::string {
      std::uint16_t port = 0;
      if (CLI::detail::lexical_cast(word, port)) return {};
      return fmt::format("{} is given; accepted: 0 to 65535", shortened(word));
    },
    "PORT");

/// CLI11 takes the largest number for one that is larger, for a negative count one that is large, 010 for 8 and 0x10
/// for 16.
void reject_out_of_range(const CLI::App& verb) {
  for (const auto* o : verb.get_options())
    for (const std::string& given : o->results()) {
      const auto type = o->get_type_name();
      const bool count = type.starts_with("UINT"), integer = count || type.starts_with("INT");
      if (!integer && !type.starts_with("FLOAT")) continue;
      if (given.find_first_not_of("0123456789+-.eE") != given.npos ||
          !std::isfinite(std::strtod(given.c_str(), nullptr)))
        throw UserError("{}: {} is given; accepted: a finite decimal number", o->get_name(), shortened(given));
      if (!integer) continue;
      if (const auto digits = given.substr(given.find_first_not_of("+-")); digits.size() > 1 && digits[0] == '0')
        throw UserError("{}: {} is given; accepted: a number without zeros before it", o->get_name(), shortened(given));
      if (count && given.starts_with('-'))
        throw UserError("{}: {} is given; accepted: 0 or more", o->get_name(), shortened(given));
      const char *const text = given.c_str() + given.starts_with('+'), *const end = given.c_str() + given.size();
      std::int64_t x;
      std::uint64_t n;
      if ((count ? std::from_chars(text, end, n) : std::from_chars(text, end, x)).ec == std::errc::result_out_of_range)
        throw UserError("{}: {} is given; accepted: at most {}", o->get_name(), shortened(given),
                        count ? UINT64_MAX : static_cast<std::uint64_t>(INT64_MAX));
    }
}

/// What a command reads is not what it writes.
void reject_output_over_input(const CLI::App& verb) {
  static constexpr const char* files[] = {"output", "csv", "html"};
  for (const auto* to : verb.get_options())
    if (to->count() > 0 && std::ranges::any_of(files, [&](const char* name) { return to->check_lname(name); }))
      refuse_to_read({{to->get_name(), to->results()[0]}});
}

/// Commands by what they are for, in the order of the help, each with examples: lines to type in the tree or beside the
/// package's data.
struct Guide {
  const char* name;
  std::vector<const char*> examples;
};
const std::vector<std::pair<const char*, std::vector<Guide>>> guides{
    {"Your own body",
     {{"recommend",
       {"problems/examples/heavy_top.json --attitude-error 1e-6",
        "problems/examples/heavy_top.json --attitude-error 0.1deg --all",
        "problems/examples/hyperion.json --standard-error 0.05"}},
      {"run",
       {"problems/examples/free_body.json -o out.json", "problems/examples/free_body.json --csv motion.csv",
        "problems/examples/free_body.json --ensemble 100 --spread 0.01"}},
      {"plot", {"problems/examples/heavy_top.json -o heavy_top.html"}},
      {"reference",
       {"problems/examples/heavy_top.json", "problems/examples/heavy_top.json --digits 40 -o reference.json"}},
      {"samples", {"problems/examples/imu_coning.json --csv gyro.csv"}},
      {"serve", {""}}}},
    {"Methods",
     {{"list", {"methods", "methods 'order>=4' --tag symplectic", "figures"}},
      {"check",
       {"imidm", "all --tag symmetric -o properties.json", "mkrk --tableau experiments/examples/tableaux/kutta3.json"}},
      {"new", {"plugin my-method", "engine my-engine"}}}},
    {"Figures and claims of the papers",
     {{"figure", {"figure1", "figure3 --with rk4"}},
      {"show", {"figure1", "all"}},
      {"report", {"", "-o report.html"}},
      {"golden", {"figure1"}},
      {"verify", {"results/out/polhode-1.0.0"}}}},
    {"Populations of bodies",
     {{"sweep", {"problems/sweeps/two_methods.json", "problems/sweeps/two_methods.json --dry-run"}},
      {"merge", {"results/out/sweeps/two_methods"}}}},
    {"Performance and this machine",
     {{"compare", {"before.json after.json"}}, {"doctor", {""}}, {"completion", {"bash"}}}}};

/// The commands, each with what it does once the command line is read.
struct Program {
  CLI::App app{"Polhode compares integrators of rigid-body rotations.", "polhode"};
  std::map<const CLI::App*, std::function<Exit()>> actions;
  std::vector<std::string> plugins, plugins_of_verb;  // before the command and after it
  std::vector<std::string> engines, engines_of_verb;
  bool isolate = false;
  double seconds_of_guests = 0;
  int threads = 0;

  CLI::App* add(const char* name, const char* help, std::function<Exit()> action) {
    auto* verb = app.add_subcommand(name, help);
    verb->allow_extras();
    takes_extra_methods(*verb, plugins_of_verb, engines_of_verb);
    for (const auto& [group, verbs] : guides)
      for (const auto& [known, examples] : verbs)
        if (std::string_view(known) == name) verb->group(group)->footer(footer(name, examples));
    // The options of every command are told once, by polhode --help.
    for (const auto* of_all : {"--plugin", "--engine", "--isolate"}) verb->get_option(of_all)->group("");
    actions[verb] = std::move(action);
    return verb;
  }
  /// The same of a verb with options, which live as long.
  template <class Options>
  std::pair<CLI::App*, Options*> add(const char* name, const char* help, Exit (*verb)(const Options&),
                                     const Options& usual = {}) {
    const auto o = std::make_shared<Options>(usual);
    return {add(name, help, [o, verb] { return verb(*o); }), o.get()};
  }
  static std::string footer(const char* name, const std::vector<const char*>& examples) {
    std::string out = "Examples:\n";
    for (const auto* words : examples) out += fmt::format("  polhode {}{}{}\n", name, *words ? " " : "", words);
    return out + "\nOptions of every command and exit codes: polhode --help";
  }
  void takes_extra_methods(CLI::App& to, std::vector<std::string>& plugins_given,
                           std::vector<std::string>& engines_given) {
    to.add_option("--plugin", plugins_given, "a shared library with methods of your own")->allow_extra_args(false);
    to.add_option("--engine", engines_given, "a library of engines (polhode/engine.h) or a command (docs/engines.md)")
        ->allow_extra_args(false);
    to.add_flag("--isolate,!--no-isolate", isolate,
                "run plug-ins and engines in separate processes, so a crash ends only one run; the default of check "
                "and figure");
  }
  void takes_threads(CLI::App* verb) {
    verb->add_option("-j", threads, "number of cores to use (default: all)")->check(above_zero);
  }
};

// --- bodies from files ----------------------------------------------------------------------------------------------

void add_run(Program& program) {
  auto [verb, o] = program.add("run", "integrate a body with any method", verbs::run);
  verb->add_option("SPEC", o->spec, "file that describes the body, - for standard input")->required();
  verb->add_option("-o,--output", o->output, "where to write the JSON, - for standard output");
  verb->add_option("--case", o->one_case, "repeat this case of a SPEC that is a sweep or has \"vary\"");
  verb->add_option("--every", o->every, "write a row of the trajectory every N steps, instead of the spec's")
      ->check(above_zero);
  verb->add_option("--dense", o->dense, "write rows of the trajectory at equal intervals of time, also between steps");
  verb->add_option("--csv", o->csv, "also write the trajectory to this file as a table; every step without --every");
  verb->add_option("--ensemble", o->members,
                   "run this many members, whose starts differ, and write distributions over time");
  verb->add_option("--spread", o->spread,
                   "standard deviation of an ensemble's starts: angular momentum, relative; attitude, in radians");
  verb->add_option("--seed", o->seed, "seed of an ensemble's starts (default 1)");
  verb->add_option("--time-limit", o->limit,
                   "limit of processor time in seconds; a run that would take longer is refused")
      ->capture_default_str();
}

void add_plot(Program& program) {
  auto [verb, o] = program.add(
      "plot", "draw a run: attitude, rates, angular momentum, energy over time, and the polhode", verbs::plot);
  verb->add_option("FILE", o->file, "a body, which is run, or the output of polhode run; - for standard input")
      ->required();
  verb->add_option("-o,--output", o->output, "where to write the page (HTML, one file)")->required();
}

void add_reference(Program& program) {
  auto [verb, o] =
      program.add("reference", "compute the best known state of a body, with a bound on its error", verbs::reference);
  verb->add_option("SPEC", o->spec, "file that describes the body, - for standard input")->required();
  verb->add_option("-o,--output", o->output, "where to write the JSON, - for standard output");
  verb->add_option("--digits", o->digits, "digits of the numbers (default 30)");
  verb->add_option("--time-limit", o->limit,
                   "limit of processor time in seconds; a motion whose reference would take longer is refused")
      ->capture_default_str();
}

void add_samples(Program& program) {
  auto [verb, o] = program.add(
      "samples", "simulate a gyro under a prescribed rate: increments or rates, with the errors of the gyro",
      verbs::samples);
  verb->add_option("SPEC", o->spec, "spec file with \"rate\", - for standard input")->required();
  verb->add_option("-o,--output", o->output, "where to write the JSON, - for standard output");
  verb->add_option("--digits", o->digits, "compute in 113 bits and write this many digits, as strings");
  verb->add_option("--csv", o->csv, "write the samples to this file as a table, instead of JSON on standard output");
}

void takes_filter(CLI::App* verb, MethodFilter& filter) {
  verb->add_option("--method", filter.patterns, "only methods whose id matches a pattern: dmv*")
      ->allow_extra_args(false);
  verb->add_option("--tag", filter.tags,
                   "only methods with this tag: symmetric, symplectic, momentum, energy, implicit, ...")
      ->allow_extra_args(false);
}

void add_recommend(Program& program) {
  auto o = std::make_shared<verbs::RecommendOptions>();
  auto* verb = program.add("recommend", "find the cheapest method and step for a body and a tolerance", [o, &program] {
    o->question.requirement.reimplemented |= !program.engines.empty() || !program.engines_of_verb.empty();
    return verbs::recommend(*o);
  });
  verb->add_option("SPEC", o->spec, "file that describes the body, - for standard input")->required();
  const auto targets = [&](const char* name, std::vector<double>& list, const char* help) {
    return verb->add_option(name, list, help)->delimiter(',')->allow_extra_args(false);
  };
  targets("--attitude-error", o->question.attitude,
          "tolerance of the attitude at all times, in radians or like 0.1deg; 1e-3,1e-6 gives two answers")
      ->transform([](const std::string& angle) { return exact_text(angle_of(angle)); });
  targets("--momentum-error", o->question.momentum, "relative tolerance of the angular momentum");
  targets("--energy-drift", o->question.energy, "tolerance of the energy, relative to the kinetic energy");
  verb->add_option_function<std::string>(
      "--rate", [o](const std::string& text) { o->question.requirement.rate = rate_of(text); },
      "a fixed step, as steps per unit of time or like 1000Hz: find the best method and its error");
  verb->add_option(
      "--standard-error", o->question.requirement.standard_error,
      "tolerance of an ensemble's means and deviations: find the method, the step and the number of members");
  verb->add_option("--spread", o->question.requirement.spread,
                   "with --standard-error: standard deviation of the starts, as in run --ensemble (default 0.01)");
  verb->add_option("--time", o->question.requirement.time, "duration of the motion, instead of the spec's");
  verb->add_flag("--at-end", o->question.requirement.at_end, "compare at the end of the motion only");
  verb->add_option_function<double>(
      "--torque-cost", [o](double microseconds) { o->question.requirement.torque_seconds = 1e-6 * microseconds; },
      "microseconds that an evaluation of your torque takes in addition to the spec's torque");
  verb->add_option("--time-limit", o->question.requirement.seconds,
                   "limit of the search in seconds of processor time; the reference may take twice as long")
      ->capture_default_str();
  verb->add_flag("--restated", o->question.requirement.reimplemented,
                 "also rank methods reimplemented from physics engines and autopilots; the default with --engine");
  takes_filter(verb, o->question.requirement.among);
  verb->add_flag(
      "--all", o->question.all,
      "print all methods, the Pareto front of error, energy and cost, and why each other method is rejected");
  verb->add_flag("--least-rate", o->question.least_rate,
                 "for a prescribed rate: find the smallest number of samples, to 20 %, that meets the tolerance");
  verb->add_option("--html", o->html, "also write a page with the motion and the C++ program");
  verb->add_option("--emit", o->question.emit,
                   "write a C++ project with the body, the method and the step to this folder");
  verb->add_option("-o,--output", o->output, "write the JSON to this file");
  verb->add_flag("--json", o->json, "print JSON");
  program.takes_threads(verb);
}

void add_serve(Program& program) {
  auto [verb, o] = program.add(
      "serve", "serve a page on this machine: you type a body, and get a method, a step and a program", verbs::serve);
  verb->add_option("--port", o->port, "port of the page (default: a free one)")->check(a_port);
  program.takes_threads(verb);
}

// --- methods --------------------------------------------------------------------------------------------------------

void add_check(Program& program) {
  auto [verb, o] =
      program.add("check", "measure a method: order, symmetry, symplecticity, conservation, cost", verbs::check);
  verb->add_option("METHOD", o->method, "the id of a method, a pattern, or \"all\"")->required();
  verb->add_option("CONDITION", o->conditions, "only methods of this order: order>=4");
  verb->add_option("--tableau", o->tableau,
                   "for mkrk: a JSON file with a Butcher tableau, {\"A\": [[..]], \"b\": [..]}");
  verb->add_option("--on", o->on, "a spec file: measure on its problem, over its time");
  verb->add_option("--scalar", o->scalar,
                   "measure the methods in this type of number, float or extended: mr becomes mr:float");
  verb->add_flag("--timing", o->timing, "also time a step");
  verb->add_option("--time-limit", program.seconds_of_guests,
                   "seconds that a run of a plug-in's method may take (default 60)")
      ->check(above_zero);
  verb->add_option("-o,--output", o->output, "write the JSON to this file");
  verb->add_flag("--json", o->json, "print JSON");
  takes_filter(verb, o->filter);
  program.takes_threads(verb);
}

void add_list(Program& program) {
  auto [verb, o] = program.add("list", "list methods, attitude updates, problems or figures", verbs::list);
  verb->add_option("WHAT", o->what, "methods, updates, problems or figures")->required();
  verb->add_option("CONDITION", o->conditions, "only methods of this order: order>=4");
  verb->add_flag("--all", o->all, "also variants, updates of engines, and attitude updates, as with a condition");
  verb->add_flag("--json", o->json, "print JSON");
  takes_filter(verb, o->filter);
}

// --- populations ----------------------------------------------------------------------------------------------------

void add_sweep(Program& program) {
  auto [verb, o] =
      program.add("sweep", "run methods on a population of bodies and write distributions of errors", verbs::sweep);
  verb->add_option("SPEC", o->spec, "sweep file, - for standard input")->required();
  verb->add_option("-o,--output", o->output, "folder of shards and result.json");
  verb->add_option("--shard", o->shard, "only part i of N, like 3/16");
  verb->add_option("--case", o->one_case, "run one case and explain it");
  verb->add_option("--body", o->one_body, "run all cases of one body");
  verb->add_option("--time-limit", o->limit, "seconds after which the sweep stops; the same command continues it")
      ->check(above_zero);
  verb->add_flag("--dry-run", o->dry, "print the number of cases, the time and the memory, but run nothing");
  verb->add_flag("--fresh", o->fresh, "recompute the shards that another build wrote");
  verb->add_flag("--rows", o->rows, "run all bodies anew and write every case to a table (CSV), too");
  verb->add_flag("--json", o->json, "print JSON");
  program.takes_threads(verb);
}

void add_merge(Program& program) {
  auto [verb, o] = program.add("merge", "combine the shards of a sweep", verbs::merge);
  verb->add_option("FILES", o->files, "shards, or the folder of a sweep")->required();
  verb->add_option("-o,--output", o->output, "where to write the result (default: result.json in the folder)");
}

// --- figures --------------------------------------------------------------------------------------------------------

verbs::FigureOptions figure_options() {
  return {.out = out_folder(), .results = results_folder()};
}

void take_names(CLI::App* verb, verbs::FigureOptions& o) {
  verb->add_option("NAME", o.names, "figures, or \"all\"")->required();
  verb->add_option("--out", o.out, "folder of the results");
  verb->add_option("--results", o.results, "folder of claims and golden files");
}

void add_figure(Program& program) {
  auto [verb, o] = program.add("figure", "measure figures and judge their claims", verbs::figure, figure_options());
  take_names(verb, *o);
  verb->get_option("NAME")->description("figures, files of your own (FILE.json), or \"all\"");
  verb->add_flag_callback(
      "--no-timing", [o = o] { o->timed = false; }, "accuracy only");
  verb->add_flag("--json", o->json, "print the result as JSON");
  verb->add_option("--with", o->extra_methods, "also measure this method in the figures; claims are judged without it")
      ->allow_extra_args(false);
  verb->add_option("--set", o->settings,
                   "change the figure, like problem.inertia=[2,5,7] or ladder=[10,20]; claims are not judged")
      ->allow_extra_args(false);
  verb->add_flag("--print", o->value,
                 "print the figure as a file that \"figure FILE.json\" measures, and measure nothing");
  verb->add_flag("--csv", o->csv, "also write NAME.csv, with one observation per row");
  verb->add_option("--time-limit", o->limit, "seconds after which a case is skipped");
  takes_filter(verb, o->filter);
  program.takes_threads(verb);
}

void add_show(Program& program) {
  auto [verb, o] = program.add("show", "print the verdicts of measured figures", verbs::show, figure_options());
  take_names(verb, *o);
}

void add_verify(Program& program) {
  auto [verb, o] =
      program.add("verify", "measure an archive's results again and compare claim by claim", verbs::verify);
  verb->add_option("FOLDER", o->folder, "the folder that its .tar.gz unpacks to")->required();
  verb->add_option("NAME", o->names, "figures, all by default");
  program.takes_threads(verb);
}
void add_golden(Program& program) {
  auto [verb, o] =
      program.add("golden", "compare measured figures with the golden results", verbs::golden, figure_options());
  take_names(verb, *o);
  verb->add_flag("--update", o->update, "rewrite the golden results");
}

void add_report(Program& program) {
  auto [verb, o] =
      program.add("report", "write all measurements as one HTML file", verbs::report, {out_folder(), results_folder()});
  verb->add_option("--out", o->out, "folder of the results");
  verb->add_option("--results", o->results, "folder of claims and templates");
  verb->add_option("-o,--output", o->output, "the file (default: report.html in the folder of the results)");
}

// --- performance ----------------------------------------------------------------------------------------------------

void add_compare(Program& program) {
  auto [verb, o] = program.add("compare", "compare two measurements of performance", verbs::compare);
  verb->add_option("A", o->a, "the measurement before (make evidence)")->required();
  verb->add_option("B", o->b, "the measurement after")->required();
  verb->add_flag("--json", o->json, "print JSON");
}

void add_doctor(Program& program) {
  auto [verb, o] = program.add("doctor", "report how far times can be trusted on this machine", verbs::doctor);
  verb->add_flag("--json", o->json, "print JSON");
}

// --- the tree -------------------------------------------------------------------------------------------------------

void add_new(Program& program) {
  auto [verb, o] = program.add("new", "create a plug-in or an engine of your own", verbs::create);
  verb->add_option("WHAT", o->what, "plugin or engine")->required();
  verb->add_option("NAME", o->name, "its id, like my-method")->required();
  verb->add_option("--tree", o->tree, "parent folder of the new one (default: the current folder)");
}

void add_catalogue(Program& program) {
  auto [verb, o] = program.add("catalogue", "write results/catalogue.json", verbs::catalogue, {results_folder()});
  verb->group("");  // for maintainers
  verb->add_option("--results", o->results, "folder of the file");
  verb->add_flag("--check", o->check, "write nothing; fail if the file would change");
}

void add_completion(Program& program) {
  auto shell = std::make_shared<std::string>();
  auto* verb = program.add("completion", "print a script that completes commands and names", [&program, shell] {
    std::vector<std::pair<std::string, std::string>> verbs;
    for (const auto* v : program.app.get_subcommands([](const CLI::App*) { return true; })) {
      std::string options;
      for (const auto* o : v->get_options([](const CLI::Option* o) { return !o->get_positional(); }))
        options += (options.empty() ? "" : " ") + o->get_name();
      verbs.emplace_back(v->get_name(), options);
    }
    return verbs::completion(*shell, verbs);
  });
  verb->add_option("SHELL", *shell, "bash")->required();
}

Exit command(int argc, char** argv) {
  Program program;
  auto& app = program.app;
  app.set_help_flag("-h,--help", "this text");
  app.set_version_flag("--version", version_text(), "the version, the build and the commit");
  app.allow_extras();
  app.require_subcommand(0, 1);
  program.takes_extra_methods(app, program.plugins, program.engines);
  for (auto* option : app.get_options()) option->group("Options of every command");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.footer(
      "polhode COMMAND --help has the options of a command, with examples.\n"
      "Exit codes: 0 done; 2 wrong input; 3 negative or incomplete answer; 7 output cannot be written\n"
      "(all of them: docs/program.md). Colours are off where NO_COLOR is set.");
  for (const auto add : {add_recommend, add_run,   add_plot,    add_reference, add_samples,    add_serve,    add_list,
                         add_check,     add_new,   add_figure,  add_show,      add_report,     add_golden,   add_verify,
                         add_sweep,     add_merge, add_compare, add_doctor,    add_completion, add_catalogue})
    add(program);

  if (argc > 1 && std::string_view(argv[1]) == "--") argv[1] = argv[0], ++argv, --argc;  // a command is no flag
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    std::ostringstream out;
    app.exit(e, out, out);
    print(fitted(out.str()));
    return Exit::ok;
  } catch (const CLI::ConversionError& e) {  // Could not convert: --time = 10s
    const std::string what = e.what(), known = "Could not convert: ";
    const auto is = what.find(" = ");
    if (what.rfind(known, 0) != 0 || is == std::string::npos) throw UserError(what);
    throw UserError(
        what.substr(known.size(), is - known.size()) + ": " + std::string(shortened(what.substr(is + 3))) +
        " is given; accepted: a number in its range, without a unit (times are in the spec's, limits in seconds)");
  } catch (const CLI::ParseError& e) {
    for (const auto* verb : app.get_subcommands()) reject_extras(*verb);
    std::string what = e.what();
    for (const auto* verb : app.get_subcommands())
      for (const auto* o : verb->get_options())
        if (what == o->get_name() + " is required")
          throw UserError("{}: nothing is given; accepted: {}", o->get_name(), o->get_description());
    for (const std::string_view word : std::span(argv, static_cast<std::size_t>(argc)))
      if (const auto at = what.find(word); word.size() > 60 && at != what.npos)
        what.replace(at, word.size(), shortened(word));
    if (what.rfind(": ", 0) == 0) what = argv[argc - 1] + what;  // a flag that its help does not list has no name there
    throw UserError(what);
  }
  reject_extras(app);
  for (const auto* verb : app.get_subcommands())
    reject_extras(*verb), reject_out_of_range(*verb), reject_output_over_input(*verb);
  for (const auto* verb : app.get_subcommands())
    for (const auto* option : verb->get_options([](const CLI::Option* o) { return o->count() > 0; }))
      for (const auto& given : option->results())
        if (given.empty())
          throw UserError(option->get_name(false, true) + ": an empty string is given; accepted: a name or a value");
  watch_interrupts();
  const bool measures = app.got_subcommand("check") || app.got_subcommand("figure");
  Isolation isolation{measures};
  for (const auto* verb : app.get_subcommands()) {
    if (verb->get_option("--isolate")->count() + app.get_option("--isolate")->count() > 0)
      isolation.on = program.isolate;
    if (const auto* o = verb->get_option_no_throw("--time-limit"); o && o->count() > 0)
      isolation.seconds = o->as<double>();
  }
  for (const auto* given : {&program.plugins, &program.plugins_of_verb})
    for (const auto& path : *given) load_plugin(path, isolation);
  for (const auto* given : {&program.engines, &program.engines_of_verb})
    for (const auto& path : *given) load_engine(path, isolation);
  const ThreadLimit limit(program.threads);
  for (const auto* verb : app.get_subcommands()) return program.actions.at(verb)();
  print(fitted(app.help()));
  return Exit::ok;
}

}  // namespace

/// These end a process without more ado. Libraries that are loaded get ours, since the program's names come first.
extern "C" void _exit(int code) {
  refuse_exit();
  ::syscall(SYS_exit_group, code);
  __builtin_unreachable();
}
extern "C" void _Exit(int code) noexcept {
  _exit(code);
}
/// These end a thread. That of a torque or a method would leave its work undone, without a word.
extern "C" void pthread_exit(void* value) {
  if (owns_this_thread()) _exit(0);
  reinterpret_cast<void (*)(void*)>(::dlsym(RTLD_NEXT, "pthread_exit"))(value);
  __builtin_unreachable();
}
extern "C" void thrd_exit(int value) {
  pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(value)));
}
extern "C" int pthread_cancel(pthread_t thread) {
  if (::pthread_equal(thread, ::pthread_self()) && owns_this_thread()) _exit(0);
  return reinterpret_cast<int (*)(pthread_t)>(::dlsym(RTLD_NEXT, "pthread_cancel"))(thread);
}

int main(int argc, char** argv) {
  const auto fail = [](Exit code, const std::string& what) {
    std::cerr << "polhode: " << printable(what) << "\n";
    return static_cast<int>(code);
  };
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is one that cannot be written
  watch_exits();
  own_working_threads();
  struct Watched {
    ~Watched() { watch_no_exits(); }
  } watched;
  try {
    const auto exit = command(argc, argv);
    check_numbers();
    return static_cast<int>(exit);
  } catch (const Interrupted&) {
    return fail(Exit::interrupted, "interrupted; files are valid");
  } catch (const UserError& e) {
    return fail(Exit::wrong_input, e.what());
  } catch (const OutputError& e) {
    return fail(Exit::no_output, e.what());
  } catch (const NumbersChanged& e) {
    return fail(Exit::unfinished, e.what());
  } catch (const ForeignMethodFailed& e) {
    return fail(Exit::unfinished, e.what());
  } catch (const std::filesystem::filesystem_error& e) {
    return fail(Exit::wrong_input, fmt::format("{}: {}; accepted: a file or folder that can be reached",
                                               shortened(e.path1().string()), e.code().message()));
  } catch (const std::bad_alloc&) {
    return fail(Exit::wrong_input, "not enough memory; accepted: fewer steps, or shorter lists");
  } catch (const std::exception& e) {
    return fail(Exit::internal, std::string("internal error: ") + e.what());
  }
}
