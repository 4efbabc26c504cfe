// SPDX-License-Identifier: MIT
#include "core/io/spec/csv_table.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/io/json.hpp"

namespace polhode::reading {

namespace {

std::vector<std::string> cells(std::string line) {
  line = line.substr(0, line.find('#'));
  const char by = line.find(';') != line.npos    ? ';'
                  : line.find(',') != line.npos  ? ','
                  : line.find('\t') != line.npos ? '\t'
                                                 : ' ';
  const auto trimmed = [](const std::string& s) {
    const auto from = s.find_first_not_of(" \t\r\""), to = s.find_last_not_of(" \t\r\"");
    return from == s.npos ? std::string() : s.substr(from, to - from + 1);
  };
  std::vector<std::string> all;
  if (trimmed(line).empty()) return all;
  std::istringstream in(by == ' ' ? trimmed(line) : line);
  if (by == ' ')
    for (std::string cell; in >> cell;) all.push_back(trimmed(cell));
  else
    for (std::string cell; std::getline(in, cell, by);) all.push_back(trimmed(cell));
  return all;
}

}  // namespace

CsvTable::CsvTable(const std::string& path, std::string field) : path_(path), field_(std::move(field)) {
  if (!std::filesystem::exists(path)) throw UserError(field_ + ": " + path + ": no such file");
  std::istringstream in(read_file(path));
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    const auto row = cells(line);
    if (row.empty()) continue;
    if (rows_.empty() && names_.empty() && !std::all_of(row.begin(), row.end(), is_decimal)) {
      names_ = row;
      continue;
    }
    rows_.push_back(row), lines_.push_back(number);
  }
  if (rows_.empty()) throw UserError(fmt::format("{}: {} has no rows; accepted: numbers by lines", field_, path_));
}

std::size_t CsvTable::index(const json& name, const std::string& field) const {
  const auto width = rows_.front().size();
  if (name.is_number_integer()) {
    const auto n = name.get<std::int64_t>();
    if (n < 1 || static_cast<std::size_t>(n) > width)
      reject(field, name, fmt::format("the number of a column of {}, 1 to {}", path_, width));
    return static_cast<std::size_t>(n - 1);
  }
  if (!name.is_string()) reject(field, name, "the name or the number of a column");
  const auto& wanted = name.get_ref<const std::string&>();
  const auto found = std::find(names_.begin(), names_.end(), wanted);
  if (found == names_.end())
    throw UserError(fmt::format("{}: {}, line 1: {}", field, path_, unknown_name("column", wanted, names_)));
  return static_cast<std::size_t>(found - names_.begin());
}

std::vector<std::string> CsvTable::column(const json& name, const std::string& field) const {
  const auto at = index(name, field);
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto refuse = [&](const std::string& what) {
      throw UserError(fmt::format("{}: {}, line {}, column {}: {}; accepted: a finite number", field, path_, lines_[i],
                                  at + 1, what));
    };
    if (at >= rows_[i].size()) refuse("no such column in this line");
    const auto& cell = rows_[i][at];
    if (!is_decimal(cell) || !std::isfinite(from_decimal<double>(cell)))
      refuse(fmt::format("\"{}\" is given", shortened(cell)));
    numbers.push_back(cell);
  }
  return numbers;
}

void CsvTable::check_increasing(const json& name, const std::string& field) const {
  const auto at = index(name, field);
  const auto numbers = column(name, field);
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (!(float100(numbers[i - 1]) < float100(numbers[i])))
      throw UserError(fmt::format("{}: {}, line {}, column {}: {} follows {}; accepted: increasing times", field, path_,
                                  lines_[i], at + 1, numbers[i], numbers[i - 1]));
}

}  // namespace polhode::reading
