// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/spec.hpp"
#include "core/io/spec/log.hpp"

/// A spec whose angular velocity is prescribed: `rate`, `gyro`, `frame`.
namespace polhode {

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
  std::optional<reading::TruthTable> truth;
  Spec<T> base;  ///< method, t0, every, units, warnings, comments
};

/// Reads a spec with `rate`. Throws UserError. Instantiated for double and float128.
template <class T>
RateSpec<T> read_rate_spec(const nlohmann::json& document, const std::string& folder = "");

/// Whether a document prescribes its rate in time. One that depends on the attitude is read as a body, by read_spec.
bool prescribes_rate(const nlohmann::json& document);

}  // namespace polhode
