// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"

namespace polhode {

/// The result of one Newton iteration for a change x of momentum: I N^-1 x, where N = I + h (hat(w) I - hat(Pi)) is the
/// derivative of w -> I w + h w x I w at w = I^-1 Pi. Explicit: a linear solve, of N I^-1, which has no unit. Its
/// determinant is of either sign at large h |w|; engines go on there, and so do their restatements.
template <class P, class T>
Vec<Body, T> newton_gyro(const P& body, const Vec<Body, T>& Pi, const T& h, const Vec<Body, T>& x) {
  const auto& r = body.I.reciprocals;
  const Diagonal<T> reciprocals{r[0], r[1], r[2]}, one{T(1), T(1), T(1)};
  const auto by_momentum = one + h * (hat_times(body.Omega(Pi), one) - hat_times(Pi, reciprocals));  // N I^-1
  return solve_linear(by_momentum, x);
}

}  // namespace polhode
