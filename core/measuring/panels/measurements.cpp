// SPDX-License-Identifier: MIT
#include "core/measuring/panels/measurements.hpp"

namespace polhode {

using namespace panels;

namespace {

/// Named numbers as a row of numbers: of each the letters of its name, counted, and the value.
std::vector<double> row_of(const Numbers& numbers) {
  std::vector<double> row;
  for (const auto& [name, value] : numbers) {
    row.push_back(static_cast<double>(name.size()));
    row.insert(row.end(), name.begin(), name.end());
    row.push_back(value);
  }
  return row;
}
Numbers numbers_of(const std::vector<double>& row) {
  Numbers numbers;
  for (std::size_t i = 0; i < row.size();) {
    const auto letters = static_cast<std::size_t>(row[i++]);
    if (i + letters >= row.size()) return {};
    std::string name;
    for (std::size_t k = 0; k < letters; ++k) name += static_cast<char>(row[i++]);
    numbers.emplace_back(name, row[i++]);
  }
  return numbers;
}

}  // namespace

PanelData Measurements::measure(const Measuring& with) const {
  PanelData data;
  data.numbers.resize(rows.size());
  Progress progress(with.label, static_cast<double>(rows.size()));
  parallel_for(rows.size(), [&](std::size_t i) {
    const auto key = hash(with.key, rows[i].claim);
    Numbers numbers;
    if (const auto* row = with.checkpoint.find(key)) numbers = numbers_of(*row);
    if (numbers.empty()) {
      numbers = rows[i].compute({});
      with.checkpoint.put(key, row_of(numbers));
    }
    data.numbers[i] = {rows[i].claim, numbers};
    progress.add(1);
  });
  return data;
}

}  // namespace polhode
