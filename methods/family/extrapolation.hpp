// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/array.hpp"

namespace polhode {

/// Weights of results of k = 1..K steps whose errors are even in the step: their sum is of order 2K.
/// w_k = product over j != k of k^2 / (k^2 - j^2)  [Hairer, Norsett & Wanner, Solving ODEs I, section II.9].
template <int K, class T>
const Array<T, K>& extrapolation_weights() {
  static const auto weights = [] {
    Array<T, K> w;
    for (int k = 1; k <= K; ++k) {
      w[k - 1] = 1;
      for (int j = 1; j <= K; ++j)
        if (j != k) w[k - 1] = w[k - 1] * T(k * k) / T(k * k - j * j);
    }
    return w;
  }();
  return weights;
}

}  // namespace polhode
