// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/noise.hpp"

#include <cmath>

#include "experiments/judging/populations/population.hpp"

// Every line here is a definition: another order of operations would be other noise.
namespace polhode::attitude {

namespace {

/// ln x, 0 < x <= 1: by x = m 2^e, s = (m - 1)/(m + 1) and the series of atanh.
double defined_log(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.7071067811865476) m = 2 * m, e = e - 1;
  const double s = (m - 1) / (m + 1), t = s * s;
  double r = 1.0 / 25;
  for (int k = 23; k >= 1; k -= 2) r = r * t + 1.0 / k;
  return e * 0.6931471805599453 + (2 * s) * r;
}

std::array<double, 2> normal_pair(std::uint64_t a, std::uint64_t b) {
  const double r = std::sqrt(-2 * defined_log(1 - populations::unit(a)));
  const auto [c, s] = populations::turn(populations::unit(b));
  return {r * c, r * s};
}

}  // namespace

std::array<double, 3> normal_draws(std::uint64_t seed, std::uint64_t k, std::uint64_t field) {
  const auto w = populations::draw_words(seed, k, field);
  const auto first = normal_pair(w[0], w[1]), second = normal_pair(w[2], w[3]);
  return {first[0], first[1], second[0]};
}

}  // namespace polhode::attitude
