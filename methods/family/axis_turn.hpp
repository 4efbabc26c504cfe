// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"
#include "core/stepping/body.hpp"

namespace polhode {

namespace detail {

/// (x, y) turned by an angle, by increments, with C and S the cosine and sine of its half. In floats the cosine is
/// rounded next to 1, so all turns through such an angle would change lengths alike, and momentum and energy drift.
/// Increments are accurate relative to their size, and only their sums are rounded.
struct Turned {
  float x, y;

  static Turned by_whole(float C, float S, float x, float y) {
    const float twice = 2 * S;
    return {x + twice * (C * y - S * x), y - twice * (C * x + S * y)};
  }
  static Turned by_half(float C, float S, float x, float y) {
    const float versine = S * S / (1 + C);
    return {x + (S * y - versine * x), y - (S * x + versine * y)};
  }
};

}  // namespace detail

/// R_a(h), the flow of H_a = Pi_a^2 / (2 I_a), or of (Pi_a - spin_a)^2 / (2 I_a) with rotors of momentum spin: turns
/// s in place about e_a, a = 0, 1, 2, by theta = h Pi_a / I_a: Pi <- exp(-theta e_a) Pi, R <- R exp(theta e_a).
template <int a, class T, class Spin = Zero>
void axis_turn(RigidState<T>& s, const Inertia<T>& I, const T& h, [[maybe_unused]] const Spin& spin = {}) {
  constexpr int b = (a + 1) % 3, c = (a + 2) % 3;
  T carried = s.Pi[a];
  if constexpr (!std::is_same_v<Spin, Zero>) carried -= spin[a];
  const T half = carried * (h * I.reciprocals[a] / 2);  // the factor is the same in every step
  const auto [C, sinc] = cos_sinc(half * half);
  if constexpr (std::is_same_v<T, float>) {
    using detail::Turned;
    const float S = half * sinc;
    const auto Pi = Turned::by_whole(C, S, s.Pi[b], s.Pi[c]);  // Pi <- exp(-theta e_a) Pi
    s.Pi[b] = Pi.x, s.Pi[c] = Pi.y;
    Vec<Body, T> q = s.R.vector();  // R <- R exp(theta e_a)
    const auto along = Turned::by_half(C, S, q[a], s.R.w), across = Turned::by_half(C, S, q[b], q[c]);
    q[a] = along.x, q[b] = across.x, q[c] = across.y;
    s.R = {along.y, q[0], q[1], q[2]};
    return;
  }
  const T S = half * sinc, sin = 2 * S * C, cos = 1 - 2 * S * S;

  const T Pb = s.Pi[b], Pc = s.Pi[c];  // Pi <- exp(-theta e_a) Pi
  s.Pi[b] = cos * Pb + sin * Pc;
  s.Pi[c] = cos * Pc - sin * Pb;

  const Vec<Body, T> q = s.R.vector();  // R <- R exp(theta e_a)
  Vec<Body, T> r;
  r[a] = C * q[a] + S * s.R.w;
  r[b] = C * q[b] + S * q[c];
  r[c] = C * q[c] - S * q[b];
  s.R = {C * s.R.w - S * q[a], r[0], r[1], r[2]};
}

/// R_a(h/2) R_b(h/2) R_c(h) R_b(h/2) R_a(h/2): a free flow by turns about the axes.
template <int a, int b, int c>
struct AxisTurns {
  template <class P, class T, class Counters, class Spin = Zero>
  POLHODE_FLATTEN static RigidState<T> drift(const P& body, RigidState<T> s, const T& h, Counters&,
                                             const Spin& spin = {}) {
    const T half = h / 2;
    axis_turn<a>(s, body.I, half, spin);
    axis_turn<b>(s, body.I, half, spin);
    axis_turn<c>(s, body.I, h, spin);
    axis_turn<b>(s, body.I, half, spin);
    axis_turn<a>(s, body.I, half, spin);
    return s;
  }
};

}  // namespace polhode
