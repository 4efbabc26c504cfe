// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attitude/rate.hpp"
#include "core/io/spec/csv_table.hpp"

/// Logs of gyros and of attitudes.
namespace polhode::reading {

/// Content of a file of a gyro, from its first row at t0 on, in radians and the spec's unit of time.
template <class T>
struct GyroLog {
  Knots<T> knots;
  ExactDecimal origin;  ///< the first time as written
  int unit = 0;         ///< of the time as written, 10^unit s
};

/// Reads `rate.csv` of a spec whose unit of time has so many seconds. Throws UserError with line and field.
template <class T>
GyroLog<T> gyro_log(const Given& rate, const T& t0, const T& seconds, const std::string& folder,
                    std::vector<std::string>& warnings);

/// Attitudes from an independent source, by the clock of a log or of the run, in the spec's unit of time.
struct TruthTable {
  std::vector<double> times;
  std::vector<Attitude<double>> attitudes;
};
TruthTable truth_table(const Given& truth, double t0, double seconds,
                       const std::optional<std::pair<ExactDecimal, int>>& origin, const std::string& folder,
                       std::vector<std::string>& warnings);

}  // namespace polhode::reading
