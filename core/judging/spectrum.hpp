// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace polhode {

/// The mean frequency of a signal sampled every h, in cycles per unit of h, weighted by the power of its discrete
/// Fourier transform without the mean: sum f P(f) / sum P(f), f up to 1 / (2 h).
double spectral_centroid(std::vector<double> signal, double h);

}  // namespace polhode
