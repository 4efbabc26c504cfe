// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry/rotation.hpp"
#include "methods/attitude/update.hpp"

namespace polhode {
template <class T>
struct RateSpec;
}

/// Which page does for a gyro, and how slowly that may be read.
namespace polhode::attitude {

/// What a page does on the samples of a spec.
struct PageRating {
  const PageInfo* page = nullptr;
  int every = 0;           ///< samples an update, where a page takes any number
  std::int64_t steps = 0;  ///< intervals of the samples
  double error = 0;        ///< largest angle at the ends of all updates
  double next_error = 0;   ///< at more samples: twice as many, or the next of the ladder
  double seconds_per_time = 0;
  bool meets = false;
};

struct PageRecommendation {
  double target = 0, duration = 0;
  bool least_rate = false;
  std::vector<PageRating> ratings;
  std::optional<std::size_t> best;
  std::optional<PageRating> would_do;                      ///< with more samples, where none meets the target
  std::optional<double> noise_floor;                       ///< of the gyro, where it has noise
  std::vector<std::string> warnings, comments;             ///< of the spec
  std::vector<std::pair<std::string, std::string>> units;  ///< of the spec

  /// Those that meet the target first, the cheapest or, for the least rate, those of the fewest samples before others.
  std::vector<PageRating> ranking() const;
};

/// Of the errors that a target asks for, so much is used.
inline constexpr double rate_margin = 0.9;

/// The rms angle about an axis that the gyro's own errors make: nothing where it has none.
std::optional<double> noise_floor(const RateSpec<double>& spec, bool increments);
/// The spec with what noise and rounding add left out.
RateSpec<double> without_noise(RateSpec<double> spec);

/// The largest error of a page at the ends of all updates. Throws UserError where it cannot run.
double largest_error(const RateSpec<double>& spec, const PageInfo& page, int every,
                     const std::vector<Attitude<double>>& known, double* seconds = nullptr);
/// The attitudes at the times of a spec.
std::vector<Attitude<double>> known_attitudes(const RateSpec<double>& spec);

PageRecommendation recommend_page_for(const RateSpec<double>& spec, double target, bool least_rate, bool reimplemented,
                                      bool has_gyro);

}  // namespace polhode::attitude
