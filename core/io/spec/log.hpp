// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/attitude/rate.hpp"
#include "core/io/spec/csv_table.hpp"

/// Logs of gyros and of attitudes.
namespace polhode::reading {

/// Content of a file of a gyro, from its first row at t0 on, in radians.
template <class T>
struct GyroLog {
  Knots<T> knots;
  ExactDecimal origin;  ///< the first time as written
  int unit = 0;         ///< of the time as written, 10^unit s
};

/// Reads `rate.csv` of a spec. Throws UserError with line and field.
template <class T>
GyroLog<T> gyro_log(const Given& rate, const T& t0, const std::string& folder, std::vector<std::string>& warnings);

/// Attitudes from an independent source, by the clock of a log or of the run.
struct TruthTable {
  std::vector<double> times;
  std::vector<Attitude<double>> attitudes;
};
TruthTable truth_table(const Given& truth, double t0, const std::optional<std::pair<ExactDecimal, int>>& origin,
                       const std::string& folder, std::vector<std::string>& warnings);

}  // namespace polhode::reading
