// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/rate.hpp"
#include "experiments/judging/spec_reference.hpp"
#include "experiments/running/spec_run.hpp"
#include "experiments/running/updates.hpp"

namespace polhode {

/// Runs a spec, of a body or of a rate that is prescribed. Files that it names are sought in `folder`; the limit in
/// seconds is one of bodies (Forecast). Throws UserError.
SpecRun run_spec(const nlohmann::json& document, const std::string& folder, const SeeRow& see,
                 double limit = usual_run_limit);

/// Whether a spec asks for a trajectory.
bool asks_for_rows(const nlohmann::json& document);

/// The reference of a rate that is prescribed.
SpecReference reference_of_rate(const nlohmann::json& document, const std::string& folder, int digits, double limit);

/// What an update makes of the samples of a gyro, body frame: rates in radians per time at n times, or angles of the
/// n - 1 intervals between them. A method that takes angles gets those of rates by the trapezoidal rule. Intervals that
/// remain after the last whole update are updates of one sample. Throws UserError: the argument, what was given, what is
/// accepted.
Attitudes attitudes_of(const std::string& method, Samples<double> samples, const Attitude<double>& start);

}  // namespace polhode
