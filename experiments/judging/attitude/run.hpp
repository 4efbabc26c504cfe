// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "experiments/judging/spec_reference.hpp"
#include "experiments/running/spec_run.hpp"

/// Rates: what a page makes of specs that prescribe them and of samples, and the true attitude.
namespace polhode::attitude {

/// The run of a page; `every` in the place of the spec's.
SpecRun run_spec(const nlohmann::json& document, const std::string& folder, std::optional<std::int64_t> every,
                 const SeeRow& see);

SpecReference find_reference(const nlohmann::json& document, const std::string& folder, int digits, double limit);

/// Attitudes after updates: when, and quaternions of length 1.
struct Attitudes {
  std::vector<double> times;
  std::vector<Attitude<double>> attitudes;
};

/// What a page makes of the samples of a gyro, body frame: rates in radians per time at n times, or angles of the n - 1
/// intervals between them. A page that takes angles gets those of rates by the trapezoidal rule. `every`: samples an
/// update of pages that take any number. Intervals that remain after the last whole update are updates of one sample.
/// Throws UserError: the argument, what was given, what is accepted.
Attitudes attitudes_of(const std::string& method, std::span<const double> times,
                       std::span<const Vec<Body, double>> values, bool increments, const Attitude<double>& start,
                       int every);

}  // namespace polhode::attitude
