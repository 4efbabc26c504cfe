// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/decimal.hpp"
#include "core/geometry/scalar.hpp"
#include "core/io/spec/rate.hpp"
#include "methods/attitude/update.hpp"

/// What the gyro of a spec gives: the simulator of an IMU.
namespace polhode::attitude {

/// Samples as an update sees them: of -omega where rates are in space.
template <class T>
struct Sampled {
  bool increments = false;
  std::vector<T> times;                            ///< n + 1
  std::vector<Rate<T>> values;                     ///< n + 1 rates, or n angles
  std::vector<std::array<double, 3>> noise, walk;  ///< of each value, where there is such noise
};

/// Throws UserError if the gyro of a spec cannot give this output.
void check_output(const auto& spec, bool increments) {
  using G = std::remove_cvref_t<decltype(spec.gyro)>;
  const auto& g = spec.gyro;
  if (increments && g.average)
    throw UserError("gyro.band: \"average\" is given, with increments; accepted: with rates");
  if (!increments && g.carry)
    throw UserError("gyro.carry: given with rates, which have none; accepted: with increments");
  if (!g.on_drop) return;
  const bool of_rates = *g.on_drop == G::OnDrop::gap,
             of_increments = *g.on_drop == G::OnDrop::accumulate || *g.on_drop == G::OnDrop::lose;
  if (increments ? of_rates : of_increments)
    throw UserError("gyro.on_drop: {} is given; accepted: {}",
                    of_rates ? "\"gap\", with increments," : "one of increments, with rates,",
                    increments ? "accumulate, lose or hold" : "gap or hold");
}

/// The samples of a spec; `increments` is what its gyro gives.
Sampled<double> sampled(const RateSpec<double>& spec, bool increments);
Sampled<float128> sampled(const RateSpec<float128>& spec, bool increments);

/// Increments made of rates by their ends, in their place.
Sampled<double> increments_of_rates(Sampled<double> rates, const std::string& how);
Sampled<float100> increments_of_rates(Sampled<float100> rates, const std::string& how);

/// Between times.
std::vector<double> intervals(const std::vector<double>& times);

}  // namespace polhode::attitude
