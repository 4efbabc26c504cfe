// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/io/spec/rate.hpp"
#include "methods/attitude/update.hpp"

/// The update that suits a gyro, and the lowest rate at which the gyro may be read.
namespace polhode {

/// What an update does on the samples of a spec.
struct UpdateRating {
  const UpdateInfo* update = nullptr;
  int every = 0;           ///< samples an update, where it takes any number
  std::int64_t steps = 0;  ///< intervals of the samples
  double error = 0;        ///< largest angle at the ends of all updates
  double next_error = 0;   ///< at more samples: twice as many, or the next of the ladder
  double seconds_per_time = 0;
  bool meets = false;
};

struct UpdateRecommendation : Echoed {
  double target = 0, duration = 0;
  bool least_rate = false;
  /// Those that meet the target first, the cheapest or, for the least rate, those of the fewest samples before others.
  std::vector<UpdateRating> ratings;
  std::optional<UpdateRating> would_do;  ///< with more samples, where none meets the target
  std::optional<double> noise_floor;     ///< of the gyro, where it has noise

  /// Null if none meets the target.
  const UpdateRating* best() const { return ratings.empty() || !ratings[0].meets ? nullptr : &ratings[0]; }
};

/// Of the errors that a target asks for, so much is used.
inline constexpr double rate_margin = 0.9;

UpdateRecommendation recommend_update(const RateSpec<double>& spec, double target, bool least_rate, bool reimplemented,
                                      bool has_gyro);

}  // namespace polhode
