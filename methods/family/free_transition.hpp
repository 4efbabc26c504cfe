// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "core/stepping/body.hpp"

// The tangent map of the free motion: what a small change of the start does to the end
//
//   R0 exp(hat theta0), Pi0 + dPi0   ->   R(t) exp(hat theta), Pi(t) + dPi,     (theta, dPi) = Phi(t) (theta0, dPi0)
//
//   Omega' = I^-1 (I Omega x Omega),  theta' = theta x Omega + w,  w' = I^-1 (I w x Omega + I Omega x w),  dPi = I w
//
// by power series of all of it in the time, to rounding: all right-hand sides are bilinear. Derivatives of the closed
// form lose their digits next to steady rotation and to the separatrix, where it is two closed forms; the series do
// not.
namespace polhode {

/// A state transition matrix of a rigid body: rows and columns are three of the attitude's variation (rotation vector
/// in the body frame, radians) and three of the body momentum.
template <class T>
using Transition = std::array<std::array<T, 6>, 6>;

/// The state transition matrix of the free motion over a time t of either sign, for any inertia and momentum; it is
/// equal for all attitudes. Work grows with |Omega t|. In double its entries err by about 1e-16 |Omega t| (1 + |Omega
/// t|) of the largest; they grow with t, past the middle axis exponentially. Not finite if momentum or time are not.
template <class T>
Transition<T> free_transition(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& t) {
  using std::abs;
  constexpr int most = 64;
  const T a[3] = {(I[1] - I[2]) / I[0], (I[2] - I[0]) / I[1], (I[0] - I[1]) / I[2]};
  const T steepest = std::max({T(1), T(abs(a[0])), T(abs(a[1])), T(abs(a[2]))});
  T Omega[3] = {Pi[0] / I[0], Pi[1] / I[1], Pi[2] / I[2]};
  Transition<T> E{};  // of (theta, w)
  for (int i = 0; i < 6; ++i) E[i][i] = T(1);

  for (T left = t; left != T(0);) {
    const T size = steepest * (abs(Omega[0]) + abs(Omega[1]) + abs(Omega[2]));
    if (!is_finite(T(size * left))) {
      for (auto& row : E) row.fill(size * left - size * left);
      break;
    }
    const T h = abs(left) * size * T(8) > T(1) ? T((left < T(0) ? T(-1) : T(1)) / (T(8) * size)) : left;
    left = h == left ? T(0) : T(left - h);
    T W[most + 1][3];
    Transition<T> Z[most + 1], sum{};
    T end[3];
    for (int i = 0; i < 3; ++i) W[0][i] = end[i] = Omega[i];
    Z[0] = E, sum = E;
    for (int n = 0; n < most; ++n) {
      const T scale = h / T(n + 1);
      Z[n + 1] = {};
      for (int i = 0; i < 3; ++i) W[n + 1][i] = T(0);
      for (int k = 0; k <= n; ++k) {
        const auto &u = W[k], &v = W[n - k];
        const auto& z = Z[n - k];
        for (int i = 0; i < 3; ++i) {
          const int j = (i + 1) % 3, l = (i + 2) % 3;
          W[n + 1][i] += a[i] * u[j] * v[l];
          for (int c = 0; c < 6; ++c) Z[n + 1][i][c] += z[j][c] * u[l] - z[l][c] * u[j];
          for (int c = 3; c < 6; ++c) Z[n + 1][3 + i][c] += a[i] * (u[j] * z[3 + l][c] + u[l] * z[3 + j][c]);
        }
      }
      T change(0), largest(0);
      for (int i = 0; i < 3; ++i) {
        for (int c = 3; c < 6; ++c) Z[n + 1][i][c] += Z[n][3 + i][c];
        end[i] += W[n + 1][i] *= scale;
      }
      for (int i = 0; i < 6; ++i)
        for (int c = 0; c < 6; ++c) {
          sum[i][c] += Z[n + 1][i][c] *= scale;
          change = std::max(change, T(abs(Z[n + 1][i][c]) * (i < 3 && c >= 3 ? size : T(1))));
          largest = std::max(largest, T(abs(sum[i][c]) * (i < 3 && c >= 3 ? size : T(1))));
        }
      if (!(change > epsilon<T>() / T(16) * largest)) break;
    }
    std::copy_n(end, 3, Omega), E = sum;
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) E[i][3 + j] /= I[j], E[3 + i][3 + j] = I[i] * E[3 + i][3 + j] / I[j];
  return E;
}

}  // namespace polhode
