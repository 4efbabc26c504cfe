// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "experiments/judging/property_report.hpp"
#include "experiments/running/updates.hpp"

/// The measured properties of an update for gyros.
namespace polhode {

/// All properties except the cost.
PropertyReport measure_update(const UpdateInfo& update, std::int64_t long_run);
/// The cost in processor time, on the generic motion.
double seconds_per_sample(const UpdateInfo& update);

/// The drift of an update in coning (half angle, |frequency|, interval), in radians per unit of time about +e3 of the
/// cone; of increments made from rates where `convert` names how.
float100 coning_drift(const UpdateInfo& update, const float100& half_angle, const float100& frequency,
                      const float100& tau, int every, const Iterations& iterations, const std::string& convert);

}  // namespace polhode
