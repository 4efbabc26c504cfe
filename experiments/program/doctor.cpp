// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/system/machine.hpp"
#include "core/system/stopwatch.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"
#include "problems/test_problems.hpp"

namespace polhode::verbs {

namespace {

/// Times of one loop that never changes, for a second: what they differ by is the machine.
std::vector<double> repeated() {
  const auto body = test_problem::free<double>();
  const auto* runner = find_runner<FreeBody<double>>(*find_method("dmv6-fp"));
  const auto grid = Grid<double>::of_step(0, 0.05, 2000);
  std::vector<double> times;
  const Pinned pinned;
  for (const Stopwatch all; all.seconds() < 1;) {
    const Stopwatch watch;
    runner->run(body, grid, nullptr);
    times.push_back(watch.seconds());
  }
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

Exit doctor(const DoctorOptions& options) {
  const auto machine = this_machine();
  const auto times = repeated();
  const double least = times.front(), median = times[times.size() / 2], high = times[times.size() * 9 / 10];
  // Minima of fifteen repetitions, as figures take them: how far apart are those of two halves?
  const double spread = times[std::min<std::size_t>(times.size() - 1, times.size() / 15)] / least - 1;
  std::vector<std::string> warnings;
  if (machine.governor && *machine.governor != "performance")
    warnings.push_back("the frequency governor is \"" + *machine.governor + "\", not \"performance\"");
  if (machine.turbo.value_or(false)) warnings.push_back("turbo is on: the first seconds of a run are faster");
  if (machine.load > 0.5 * machine.cores)
    warnings.push_back(fmt::format("other work is running: load {:.1f} on {} cores", machine.load, machine.cores));
  if (machine.virtual_machine) warnings.push_back("this is a virtual machine: its host may take the core away");
  if (machine.cores < 2) warnings.push_back("one core only: everything else runs on it, too");
  if (!Pinned().done()) warnings.push_back("this process may not pin itself to a core");
  const char* verdict = spread < 0.01   ? "minima can be compared to about 1 %"
                        : spread < 0.03 ? "minima can be compared to about 3 %"
                                        : "do not compare times here; compare instructions (make perf-check)";
  if (options.json) {
    nlohmann::ordered_json j{{"cpu", machine.cpu},
                             {"cores", machine.cores},
                             {"load", machine.load},
                             {"virtual_machine", machine.virtual_machine},
                             {"repetitions", times.size()},
                             {"median_over_least", median / least},
                             {"ninetieth_over_least", high / least},
                             {"spread_of_minima", spread},
                             {"warnings", warnings},
                             {"verdict", verdict}};
    if (machine.governor) j["governor"] = *machine.governor;
    if (machine.turbo) j["turbo"] = *machine.turbo;
    print(dump(j) + "\n");
    return Exit::ok;
  }
  std::string text = fmt::format(
      "{}, {} cores, load {:.2f}{}\n"
      "one loop, {} times in a second: median {:.1f} % above the least, one in ten {:.1f} % above; minima of 15 "
      "within {:.1f} %\n",
      machine.cpu, machine.cores, machine.load, machine.governor ? ", governor " + *machine.governor : "", times.size(),
      100 * (median / least - 1), 100 * (high / least - 1), 100 * spread);
  for (const auto& w : warnings) text += "  - " + w + "\n";
  print(text + verdict + "\n");
  return Exit::ok;
}

}  // namespace polhode::verbs
