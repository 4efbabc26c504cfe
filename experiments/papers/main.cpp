// SPDX-License-Identifier: MIT
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/io/record.hpp"
#include "core/measuring/experiment.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/paths.hpp"
#include "methods/runners.hpp"

// A figure as a program of its own: measure-NAME NAME [--no-timing] [--out FOLDER] measures it, judges its claims, and
// writes NAME.json and NAME.timing.json; with --show it prints what was found. `polhode figure NAME` does the same, and
// more.
namespace polhode {
namespace {

/// Of `polhode figure` and `polhode show`, what needs no other methods.
void figure(const std::vector<std::string>& words) {
  std::string name, out = out_folder();
  bool timed = true, show = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--no-timing")
      timed = false;
    else if (words[i] == "--show")
      show = true;
    else if (words[i] == "--out" && i + 1 < words.size())
      out = words[++i];
    else if (name.empty())
      name = words[i];
    else
      throw UserError(words[i] + ": not expected here; accepted: NAME, --no-timing, --show, --out FOLDER");
  }
  const auto* entry = find_experiment(name);
  if (!entry) {
    std::string known;
    for (const auto& e : experiment_index()) known += (known.empty() ? "" : ", ") + e.id;
    throw UserError("NAME: \"" + name + "\" is given; accepted: " + known);
  }
  const auto claims = read_claims(results_folder());
  if (show) return print(summary(out, entry->id, claims).text);
  const Stopwatch watch;
  const auto experiment = entry->make();
  for (const auto& panel : experiment.panels)
    for (const auto* m : panel.as([](const auto& p) { return p.methods(); }))
      if (!find_method(m->id))
        throw std::logic_error(std::string(m->id) + " is missing: see experiments/papers/CMakeLists.txt");
  Report report{&experiment, measure(experiment, comparison_runner(), timed), {}};
  report.verdicts = judge_all(experiment, report.data, claims, timed);
  const auto base = out + "/" + experiment.id;
  write_file(base + ".json", dump(record(report)));
  if (timed) write_file(base + ".timing.json", dump(timing_record(report)));
  print(experiment.id + ": measured in " + std::to_string(static_cast<int>(watch.seconds())) + " s, written to " +
        base + ".json\n");
}

}  // namespace
}  // namespace polhode

int main(int argc, char** argv) {
  using namespace polhode;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is one that cannot be written
  watch_interrupts();
  const auto fail = [](Exit code, const std::string& what) {
    std::cerr << printable(what) << "\n";
    return static_cast<int>(code);
  };
  try {
    figure({argv + 1, argv + argc});
    return static_cast<int>(Exit::ok);
  } catch (const Interrupted&) {
    return fail(Exit::interrupted, "interrupted");
  } catch (const UserError& e) {
    return fail(Exit::wrong_input, e.what());
  } catch (const OutputError& e) {
    return fail(Exit::no_output, e.what());
  } catch (const std::exception& e) {
    return fail(Exit::internal, std::string("internal error: ") + e.what());
  }
}
