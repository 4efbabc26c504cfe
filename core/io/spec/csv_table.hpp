// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/io/spec/values.hpp"

namespace polhode::reading {

/// Numbers of a file, a line each. Columns are parted by commas, semicolons, tabs or blanks; what follows # and blank
/// lines are left out; a first line that is not all numbers has the names. All that is wrong throws UserError with
/// file, line and column.
class CsvTable {
 public:
  CsvTable(const std::string& path, std::string field);

  /// A column by its name, or by its number from 1: decimals as they stand in the file.
  std::vector<std::string> column(const json& name, const std::string& field) const;
  /// Refuses a column whose numbers do not increase.
  void check_increasing(const json& name, const std::string& field) const;

 private:
  std::size_t index(const json& name, const std::string& field) const;

  std::string path_, field_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<int> lines_;
};

}  // namespace polhode::reading
