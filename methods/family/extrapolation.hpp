// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/array.hpp"

namespace polhode {

/// Weights of results of k = 1..K steps whose errors are even in the step: their sum is of order 2K <= 16.
/// w_k = product over j != k of k^2 / (k^2 - j^2)  [Hairer, Norsett & Wanner, Solving ODEs I, section II.9].
template <class T>
struct Extrapolation {
  int K;
  Array<T, 8> w;  ///< of k = 1 first

  explicit Extrapolation(int columns) : K(columns), w{} {
    for (int k = 1; k <= K; ++k) {
      w[k - 1] = 1;
      for (int j = 1; j <= K; ++j)
        if (j != k) w[k - 1] = w[k - 1] * T(k * k) / T(k * k - j * j);
    }
  }
};

}  // namespace polhode
