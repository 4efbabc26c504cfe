// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/rate.hpp"
#include "experiments/running/updates.hpp"

/// The output of a spec's gyro (the simulator of an IMU), and its conversion to the input of an update.
namespace polhode {

/// Whether the gyro of a spec gives increments: by its own key, its log, or the input of the update.
template <class T>
bool gives_increments(const RateSpec<T>& spec, const UpdateInfo* update = nullptr) {
  if (spec.gyro.output) return *spec.gyro.output == Gyro<T>::Output::increments;
  if (spec.is_log) return spec.knots->increments;
  return update && update->takes == Takes::increments;
}

/// The samples of a spec; `increments` selects the output of its gyro. Throws UserError if it is impossible.
/// Instantiated for double and float128.
template <class T>
Samples<T> sampled(const RateSpec<T>& spec, bool increments);

/// Replaces rates by increments, from the rates at the ends. Instantiated for double and float100.
template <class T>
Samples<T> increments_of_rates(Samples<T> rates, const std::string& how);

/// The reason why an update cannot run on the output of a spec's gyro; empty if it can.
std::string why_not_fed(const RateSpec<double>& spec, const UpdateInfo& update);
/// The samples of a spec in the form of an update's input. Throws UserError if it is impossible.
Samples<double> samples_for(const RateSpec<double>& spec, const UpdateInfo& update);
/// Warnings on the intervals that an update meets.
std::vector<std::string> interval_warnings(const UpdateInfo& update, const std::vector<double>& tau);

/// The rms angle about an axis from the gyro's own errors; nothing if it has none.
std::optional<double> noise_floor(const RateSpec<double>& spec, bool increments);
/// The spec without noise and rounding.
RateSpec<double> without_noise(RateSpec<double> spec);

/// The drift of an update in coning (half angle, |frequency|, interval), in radians per unit of time about +e3 of the
/// cone; of increments made from rates where `convert` names how.
float100 coning_drift(const UpdateInfo& update, const float100& half_angle, const float100& frequency,
                      const float100& tau, int every, const Iterations& iterations, const std::string& convert);

}  // namespace polhode
