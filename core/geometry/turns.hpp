// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/array.hpp"
#include "core/geometry/so3.hpp"

/// Turns of a body by rates that are polynomials in time. Nothing allocates.
namespace polhode::attitude {

/// An angular velocity, or its integral over a sample, in the body frame.
template <class T>
using Rate = Vec<Body, T>;
/// The rotation from the body frame of one sample to the body frame of another.
template <class T>
using Turn = Rotation<Body, Body, T>;

/// The polynomial of least degree through values at nodes, in powers of s: Newton's divided differences, multiplied
/// out.
template <int degree, class T>
void interpolate(const T (&nodes)[extent(degree + 1)], Rate<T> (&values)[extent(degree + 1)]) {
  for (int order = 1; order <= degree; ++order)
    for (int k = degree; k >= order; --k) values[k] = (values[k] - values[k - 1]) / T(nodes[k] - nodes[k - order]);
  for (int from = degree - 1; from >= 0; --from)
    for (int k = from; k < degree; ++k) values[k] -= nodes[from] * values[k + 1];
}

/// The turn of turn_of_polynomial in one Taylor series of q' = q W / 2, whose terms must not be much larger than 1.
template <int degree, class T>
Turn<T> turn_in_one_series(const Rate<T> (&W)[extent(degree + 1)]) {
  constexpr int most = 400;          // terms; a turn by radians an update takes 30 + 3 times as many
  Turn<T> last[extent(degree + 1)];  // q[n], q[n-1], ..
  for (auto& q : last) q = {T(0), T(0), T(0), T(0)};
  last[0] = Turn<T>::identity();
  Turn<T> sum = last[0];
  int small = 0;
  for (int n = 0; n < most && small <= degree; ++n) {
    Turn<T> next{T(0), T(0), T(0), T(0)};
    for (int k = 0; k <= degree && k <= n; ++k) {
      const auto term = twice_quaternion_rate(last[k], W[k]);
      next = {next.w + term.w, next.x + term.x, next.y + term.y, next.z + term.z};
    }
    const T share = T(1) / T(2 * (n + 1));
    next = {share * next.w, share * next.x, share * next.y, share * next.z};
    for (int k = degree; k > 0; --k) last[k] = last[k - 1];
    last[0] = next;
    sum = {sum.w + next.w, sum.x + next.x, sum.y + next.y, sum.z + next.z};
    const T tiny = epsilon<T>() / T(16);
    small = norm2(next) <= tiny * tiny * norm2(sum) ? small + 1 : 0;
  }
  return sum;
}

/// The turn of a polynomial rate, to all digits: W[k] s^k times the length of the update, s from 0 to 1. The update is
/// halved where the terms of its series would be large and cancel: for large turns and rough samples.
template <int degree, class T>
Turn<T> turn_of_polynomial(const Rate<T> (&W)[extent(degree + 1)], int depth = 0) {
  T size(0);
  for (const auto& w : W) size += norm2(w);
  constexpr int deepest = 12;
  if (!(size > T(16)) || !is_finite(size) || depth == deepest) return turn_in_one_series<degree>(W);
  Rate<T> left[extent(degree + 1)], right[extent(degree + 1)];
  T power(1);
  for (int k = 0; k <= degree; ++k, power = power / T(2)) left[k] = T(power / T(2)) * W[k], right[k] = W[k];
  // right(s) = W((1 + s)/2)/2, from W(1/2 + x): Horner's shift
  for (int from = 0; from < degree; ++from)
    for (int k = degree - 1; k >= from; --k) right[k] += T(0.5) * right[k + 1];
  power = T(0.5);
  for (int k = 0; k <= degree; ++k, power = power / T(2)) right[k] = power * right[k];
  return turn_of_polynomial<degree>(left, depth + 1) * turn_of_polynomial<degree>(right, depth + 1);
}

}  // namespace polhode::attitude
