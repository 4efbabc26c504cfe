// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/geometry/rotation.hpp"

namespace polhode::attitude {

/// Attitudes after updates: when, and quaternions of length 1.
struct Attitudes {
  std::vector<double> times;
  std::vector<Attitude<double>> attitudes;
};

/// What a page makes of the samples of a gyro, body frame: rates in radians per time at n times, or angles of the n - 1
/// intervals between them. A page that takes angles gets those of rates by the trapezoidal rule. `every`: samples an update
/// of pages that take any number. Intervals that remain after the last whole update are updates of one sample. Throws
/// UserError: the argument, what was given, what is accepted.
Attitudes attitudes_of(const std::string& method, std::span<const double> times, std::span<const Vec<Body, double>> values,
                       bool increments, const Attitude<double>& start, int every);

}  // namespace polhode::attitude
