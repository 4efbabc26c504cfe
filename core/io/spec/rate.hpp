// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attitude/rate.hpp"
#include "core/io/spec.hpp"
#include "core/io/spec/csv_table.hpp"

/// A spec whose angular velocity is prescribed: `rate`, `gyro`, `frame`.
namespace polhode {

/// Attitudes in time: quaternions of length 1.
struct Attitudes {
  std::vector<double> times;
  std::vector<Attitude<double>> attitudes;
};

namespace reading {

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
Attitudes truth_table(const Given& truth, double t0, double seconds,
                      const std::optional<std::pair<ExactDecimal, int>>& origin, const std::string& folder,
                      std::vector<std::string>& warnings);

}  // namespace reading

/// Content of such a spec, in one scalar.
template <class T>
struct RateSpec {
  RateMotion<T> motion;
  std::shared_ptr<const Knots<T>> knots;  ///< of a table: what it holds, and where
  bool is_log = false;                    ///< from a file
  bool samples_are_knots = false;
  bool in_space = false;
  Attitude<T> attitude = Attitude<T>::identity();
  Gyro<T> gyro;
  std::vector<T> times;      ///< of the samples, n + 1
  bool equal_steps = false;  ///< by one h, or a time
  std::optional<int> update_every, iterations, truncate;
  std::string convert = "trapezoid";
  bool in_float = false;
  std::optional<Attitudes> truth;
  Spec<T> base;  ///< method, t0, every, units, warnings, comments
};

/// Reads a spec with `rate`. Throws UserError. Instantiated for double and float128.
template <class T>
RateSpec<T> read_rate_spec(const nlohmann::json& document, const std::string& folder = "");

/// Whether a document prescribes its rate in time. One that depends on the attitude is read as a body, by read_spec.
bool prescribes_rate(const nlohmann::json& document);

}  // namespace polhode
