// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"

namespace polhode {

/// The result of one Newton iteration for a change x of momentum: I N^-1 x, where N = I + h (hat(w) I - hat(Pi)) is the
/// derivative of w -> I w + h w x I w at w = I^-1 Pi. Explicit: a linear solve, of N I^-1, which has no unit: its column j
/// is e_j + h (w - Pi/I_j) x e_j. Its determinant is of either sign at large h |w|; engines go on there, and so do their
/// restatements.
template <class P, class T>
Vec<Body, T> newton_gyro(const P& body, const Vec<Body, T>& Pi, const T& h, const Vec<Body, T>& x) {
  const auto& r = body.I.reciprocals;
  const auto c = [&](int i, int j) { return h * (r[i] - r[j]) * Pi[i]; };  // h (w - Pi/I_j)_i
  const Vec<Body, T> of_1{T(1), c(2, 0), -c(1, 0)}, of_2{-c(2, 1), T(1), c(0, 1)}, of_3{c(1, 2), -c(0, 2), T(1)};
  return solve_linear(from_columns(of_1, of_2, of_3), x);
}

}  // namespace polhode
