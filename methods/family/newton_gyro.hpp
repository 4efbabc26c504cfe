// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"

namespace polhode {

/// The result of one Newton iteration for a change x of momentum: I N^-1 x, where N = I + h (hat(w) I - hat(Pi)) is the
/// derivative of w -> I w + h w x I w at w = I^-1 Pi. Explicit: a linear solve. det N is of either sign at large h |w|;
/// engines go on there, and so do their restatements.
template <class P, class T>
Vec<Body, T> newton_gyro(const P& body, const Vec<Body, T>& Pi, const T& h, const Vec<Body, T>& x) {
  const auto& I = body.I.moments;
  const Diagonal<T> moments{I[0], I[1], I[2]}, one{T(1), T(1), T(1)};
  const auto N = moments + h * (hat_times(body.Omega(Pi), moments) - hat_times(Pi, one));
  return body.momentum(solve_linear(N, x));
}

}  // namespace polhode
