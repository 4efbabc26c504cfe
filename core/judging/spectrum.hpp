// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace polhode {

/// The mean frequency of a signal sampled every h, in cycles per unit of h, weighted by the power of its discrete
/// Fourier transform without the mean: sum f P(f) / sum P(f), f up to 1 / (2 h).
double spectral_centroid(const std::vector<double>& signal, double h);

/// The share of the power that is in the strongest frequency and its two neighbours: 1 of a sine, small of noise.
double strongest_share(const std::vector<double>& signal);

}  // namespace polhode
