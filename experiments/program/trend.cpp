// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

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
    line += v < 0 ? " " : bars[std::min(7, static_cast<int>(8 * v / (most > 0 ? most : 1)))];
  return line;
}

std::vector<json> history(const std::string& path) {
  std::istringstream in(read_file(path));
  std::vector<json> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    lines.push_back(json::parse(line, nullptr, false));
    if (lines.back().is_discarded() || !lines.back().contains("instructions"))
      throw UserError(fmt::format("{}: line {} is not one of \"polhode trend --add\"", path, lines.size()));
  }
  return lines;
}

std::string today() {
  char text[16];
  const std::time_t now = std::time(nullptr);
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
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
  if (!options.add.empty()) {
    const auto evidence = json::parse(read_file(options.add), nullptr, false);
    if (evidence.is_discarded() || !evidence.contains("rows"))
      throw UserError(fmt::format("--add: {} is not evidence (make perf-check writes it)", options.add));
    const auto date = today();
    write_file(options.file, (std::filesystem::exists(options.file) ? read_file(options.file) : "") +
                                 line_of(evidence, date).dump() + "\n");
  }
  const auto lines = history(options.file);
  if (lines.empty()) throw UserError(options.file + ": no accepted baseline yet; make perf-baseline writes one");

  std::cout << fmt::format("instructions per step in {} accepted baselines, {} to {}\n\n", lines.size(),
                           lines.front().value("date", "?"), lines.back().value("date", "?"));
  for (const auto& [row, last] : lines.back().at("instructions").items()) {
    if (row.find(options.rows) == std::string::npos) continue;
    std::vector<double> values;
    double first = -1;
    for (const auto& line : lines) {
      values.push_back(line.at("instructions").value(row, -1.0));
      if (first < 0) first = values.back();
    }
    const double now = last;
    std::cout << fmt::format("{:<46} {:>9.1f} {:>+7.1f} %  {}\n", row, now, 100 * (now / first - 1), sparkline(values));
  }
  return Exit::ok;
}

}  // namespace polhode::verbs
