// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/io/json.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

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

}  // namespace polhode::verbs
