// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

/// Growth of the error of an invariant with the length of a run.
namespace polhode {

enum class Trend { bounded, random_walk, linear, lost, unknown };

constexpr std::string_view text(Trend trend) {
  constexpr std::string_view words[] = {"bounded", "random walk", "linear", "lost", "cannot tell"};
  return words[static_cast<int>(trend)];
}

/// The running maximum over N/16, N/8, .. N steps as N^exponent: bounded below 0.25, a random walk around 1/2, linear
/// (or worse) from 0.75 on. An error of more than `noticed` that stays within 0.85 of its largest throughout the later
/// half of the run is not bounded: the invariant is lost.
struct Growth {
  static constexpr double noticed = 0.01;

  double largest = 0;  ///< relative, over the whole run
  double exponent = 0;
  double slope = 0;  ///< relative change per unit of time at the end of the run
  double later = 0;  ///< the least error in the run's later half

  Trend trend() const {
    if (exponent < 0.75 && largest > noticed && later > 0.85 * largest) return Trend::lost;
    return exponent < 0.25 ? Trend::bounded : exponent < 0.75 ? Trend::random_walk : Trend::linear;
  }
};

/// The growth of errors at the nodes 0, 1, .. of a run, `spacing` of time apart. NaN at a node counts as the largest
/// error.
inline Growth growth(const std::vector<double>& error, double spacing) {
  constexpr int octaves = 4;
  Growth g;
  const std::size_t n = error.size();
  if (n < (1u << octaves)) return g;
  const auto larger = [](double a, double b) { return a < b || std::isnan(b); };
  std::vector<double> largest;
  for (int k = 0; k <= octaves; ++k)
    largest.push_back(
        *std::max_element(error.begin(), error.begin() + static_cast<std::ptrdiff_t>(n >> (octaves - k)), larger));
  g.largest = largest.back();
  g.later = *std::min_element(error.begin() + static_cast<std::ptrdiff_t>(n / 2), error.end());
  if (!(largest.front() > 0) || !std::isfinite(g.largest)) {
    if (!std::isfinite(g.largest)) g.largest = INFINITY, g.exponent = INFINITY, g.slope = INFINITY;
    return g;
  }
  double mean_x = octaves / 2.0, mean_y = 0, sxx = 0, sxy = 0;
  for (const double x : largest) mean_y += std::log2(x) / (octaves + 1);
  for (int k = 0; k <= octaves; ++k)
    sxx += (k - mean_x) * (k - mean_x),
        sxy += (k - mean_x) * (std::log2(largest[static_cast<std::size_t>(k)]) - mean_y);
  g.exponent = sxy / sxx;
  g.slope = g.exponent * g.largest / (spacing * static_cast<double>(n - 1));
  return g;
}

/// The growth on several bodies: the one that all of them show, or undecided.
struct Spread {
  std::vector<Growth> bodies;
  std::int64_t steps = 0;  ///< of each run

  double least() const { return extreme(-1); }
  double most() const { return extreme(1); }
  Trend trend() const {
    if (bodies.empty()) return Trend::unknown;
    for (const auto& g : bodies)
      if (g.trend() != bodies.front().trend()) return Trend::unknown;
    return bodies.front().trend();
  }

 private:
  double extreme(double sign) const {
    double x = -INFINITY;
    for (const auto& g : bodies) x = std::max(x, sign * g.exponent);
    return sign * x;
  }
};

}  // namespace polhode
