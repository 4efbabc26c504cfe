// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "core/geometry/real.hpp"

namespace polhode::reference {

/// Gauss's points in [-1, 1] and their weights.
template <class T, int s>
struct GaussPoints {
  std::array<T, s> x{};                        ///< the points, ascending
  std::array<T, s> weight{};                   ///< of the integral over [-1, 1]
  std::array<std::array<T, s>, s> integral{};  ///< [to][of] of the integral from -1 to a point
  std::array<std::array<T, s>, 2> last{};      ///< [k][of] of the Legendre coefficient s - 2 + k

  /// The only instance.
  static const GaussPoints& get() {
    static const GaussPoints points;
    return points;
  }

  /// P_0 to P_s at x.
  static std::array<T, s + 1> legendre(const T& x) {
    std::array<T, s + 1> P{T(1), x};
    for (int k = 1; k < s; ++k) P[k + 1] = (T(2 * k + 1) * x * P[k] - T(k) * P[k - 1]) / T(k + 1);
    return P;
  }

 private:
  GaussPoints() {
    std::array<std::array<T, s + 1>, s> P;
    for (int i = 0; i < s; ++i) {
      T& at = x[i] = T(-std::cos(pi_of<double>() * (i + 0.75) / (s + 0.5)));
      T slope;
      for (int k = 0; k < 8; ++k) {
        P[i] = legendre(at);
        slope = T(s) * (P[i][s - 1] - at * P[i][s]) / (T(1) - at * at);
        at -= P[i][s] / slope;
      }
      P[i] = legendre(at);
      weight[i] = T(2) / ((T(1) - at * at) * slope * slope);
    }
    for (int j = 0; j < s; ++j) {
      for (int i = 0; i < s; ++i) {
        T sum = x[i] + T(1);
        for (int k = 1; k < s; ++k) sum += P[j][k] * (P[i][k + 1] - P[i][k - 1]);
        integral[i][j] = weight[j] / T(2) * sum;
      }
      for (int k = 0; k < 2; ++k) last[k][j] = weight[j] * T(2 * (s - 2 + k) + 1) / T(2) * P[j][s - 2 + k];
    }
  }
};

}  // namespace polhode::reference
