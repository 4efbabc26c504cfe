// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace polhode {

/// The mean frequency of a signal sampled every h, in cycles per unit of h, weighted by the power of its discrete
/// Fourier transform without the mean: sum f P(f) / sum P(f), f up to 1 / (2 h).
double spectral_centroid(const std::vector<double>& signal, double h);

/// A sine of a signal.
struct Line {
  double frequency;  ///< in cycles per unit of h
  double amplitude;  ///< of the frequency and its two neighbours in the transform together
};
/// The strongest line among those whose period is longer than `period`, without the mean.
Line strongest_line(const std::vector<double>& signal, double h, double period = 0);

}  // namespace polhode
