// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/rate.hpp"
#include "experiments/running/updates.hpp"

/// What the gyro of a spec gives: the simulator of an IMU; and how an update takes it.
namespace polhode {

/// Whether the gyro of a spec gives increments: as it says, as its log holds, or as the update takes.
template <class T>
bool gives_increments(const RateSpec<T>& spec, const UpdateInfo* update = nullptr) {
  if (spec.gyro.output) return *spec.gyro.output == Gyro<T>::Output::increments;
  if (spec.is_log) return spec.knots->increments;
  return update && update->takes == Takes::increments;
}

/// The samples of a spec; `increments` is what its gyro gives. Throws UserError if it cannot. Instantiated for double
/// and float128.
template <class T>
Samples<T> sampled(const RateSpec<T>& spec, bool increments);

/// Increments made of rates by their ends, in their place. Instantiated for double and float100.
template <class T>
Samples<T> increments_of_rates(Samples<T> rates, const std::string& how);

/// Why an update cannot run on what the gyro of a spec gives; nothing if it can.
std::string why_not_fed(const RateSpec<double>& spec, const UpdateInfo& update);
/// The samples of a spec as an update takes them. Throws UserError where it cannot.
Samples<double> samples_for(const RateSpec<double>& spec, const UpdateInfo& update);
/// Warnings on the intervals that an update meets.
std::vector<std::string> interval_warnings(const UpdateInfo& update, const std::vector<double>& tau);

/// The rms angle about an axis that the gyro's own errors make: nothing where it has none.
std::optional<double> noise_floor(const RateSpec<double>& spec, bool increments);
/// The spec with what noise and rounding add left out.
RateSpec<double> without_noise(RateSpec<double> spec);

}  // namespace polhode
