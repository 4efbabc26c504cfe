// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "core/system/machine.hpp"
#include "experiments/answers/comparison.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"
#include "problems/test_problems.hpp"

namespace polhode::verbs {

using json = nlohmann::ordered_json;

namespace {

/// github-action-benchmark's customSmallerIsBetter: instructions and errors of B.
json smaller_is_better(const json& b) {
  json all = json::array();
  for (const auto& [row, values] : b.at("rows").items())
    if (values.contains("instructions"))
      all.push_back({{"name", row}, {"unit", "instructions per step"}, {"value", values.at("instructions")}});
  return all;
}

}  // namespace

Exit compare(const CompareOptions& options) {
  const auto a = read_result(options.a, "evidence-1"), b = read_result(options.b, "evidence-1");
  const auto c = answers::compared(a, b);
  if (!options.action.empty()) write_file(options.action, dump(smaller_is_better(b)) + "\n");
  print(options.json ? dump(answers::to_json(c)) + "\n" : answers::text(c));
  return c.exit();
}

namespace {

/// One character per value, by its share of the largest.
std::string sparkline(const std::vector<double>& values) {
  const char* const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const double most = *std::max_element(values.begin(), values.end());
  std::string line;
  for (const double v : values)
    line += v < 0 ? " " : bars[std::min(7, static_cast<int>(8 * (v / (most > 0 ? most : 1))))];
  return line;
}

std::vector<json> history(const std::string& path) {
  std::istringstream in(read_file(path));
  std::vector<json> lines;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    const auto where = fmt::format("{}: line {}", path, number);
    lines.push_back(parse_ordered_json(line, where));
    check_form(lines.back(), "history-1", where);
  }
  return lines;
}

/// What of the evidence is kept: instructions per step.
json line_of(const json& evidence, const std::string& date) {
  json counts = json::object();
  for (const auto& [row, values] : evidence.at("rows").items())
    if (values.contains("instructions")) counts[row] = values.at("instructions");
  return {
      {"date", date}, {"git", evidence.at("git")}, {"toolchain", evidence.at("toolchain")}, {"instructions", counts}};
}

}  // namespace

Exit trend(const TrendOptions& options) {
  const bool adds = !options.add.empty();
  auto lines = adds && !std::filesystem::exists(options.file) ? std::vector<json>() : history(options.file);
  if (adds) {
    lines.push_back(
        line_of(read_result(options.add, "evidence-1"), fmt::format("{:%F}", fmt::gmtime(std::time(nullptr)))));
    check_form(lines.back(), "history-1", options.add);
    append_line(options.file, lines.back().dump());
  }
  if (lines.empty()) throw UserError(options.file + ": no accepted baseline yet; make perf-baseline writes one");

  print(fmt::format("instructions per step in {} accepted baselines, {} to {}\n\n", lines.size(),
                    printable(lines.front().value("date", "?")), printable(lines.back().value("date", "?"))));
  for (const auto& [row, last] : lines.back().at("instructions").items()) {
    if (row.find(options.rows) == std::string::npos) continue;
    std::vector<double> values;
    double first = -1;
    for (const auto& line : lines) {
      values.push_back(line.at("instructions").value(row, -1.0));
      if (first < 0) first = values.back();
    }
    const double now = last;
    const auto change = first > 0 ? fmt::format("{:>+7.1f} %", 100 * (now / first - 1)) : fmt::format("{:>9}", "");
    print(fmt::format("{:<46} {:>9.1f} {}  {}\n", printable(row), now, change, sparkline(values)));
  }
  return Exit::ok;
}

namespace {

using Clock = std::chrono::steady_clock;

/// Times of one loop that never changes, for a second: what they differ by is the machine.
std::vector<double> repeated() {
  const auto body = test_problem::free<double>();
  const auto* runner = find_runner<FreeBody<double>>(*find_method("dmv6-fp"));
  const auto grid = Grid<double>::of_step(0, 0.05, 2000);
  std::vector<double> times;
  const Pinned pinned;
  for (const auto end = Clock::now() + std::chrono::seconds(1); Clock::now() < end;) {
    const auto begin = Clock::now();
    runner->run(body, grid, nullptr);
    times.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
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
