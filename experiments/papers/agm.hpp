// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace polhode {

/// Steps of the arithmetic-geometric mean from 1 and k' until c_N = (a - b) / 2 is rounding, below 2.2e-16; c/a after
/// the last of 60 at most. Claims are about this iteration; no method uses it.
struct Agm {
  int steps = 0;
  double c_over_a = 1;

  explicit Agm(double complement) {
    double a = 1, b = complement, c = std::sqrt(1 - b * b);
    for (; steps < 60 && c > 2.2e-16; ++steps) {
      c = (a - b) / 2;
      const double mean = (a + b) / 2;
      b = std::sqrt(a * b), a = mean;
    }
    c_over_a = c / a;
  }
};

}  // namespace polhode
