// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/theta.hpp"

/// A short step of a free body from its momentum alone: it needs no position on the orbit.
///
/// Standard branch (theta.hpp), v = nu h / 2 the half step, phi = pi v / 2K, nome q, n = q^4, rp = sqrt k':
///
///   sn v : cn v : dn v : 1 = s : rp c : rp d : r     theta functions of phi              [DLMF 22.2]
///   x = (m1, sqrt(c1) m2, m3) / B = (k sqrt(c1/c2) cn, k sqrt(c1/c2) sn, dn) u
///   P / Q = x half a step later,  x' - x from P / Q  by the addition theorem             [DLMF 22.8]
///
///   dR = conj(p) f p',  p = (G + m3, m2, -m1, 0),  f = e^{i lambda h} alpha' conj(alpha)  the pair of theta.hpp
///   alpha' conj(alpha) = theta4(w + 2 phi - i eta | q^2) theta4(w + i eta | q^2)
///     ~ theta3(2 phi - 2 i eta | n) - rho theta2(2 phi - 2 i eta | n)                    [Watson: DLMF 20.7.14]
///   rho = theta2 / theta3 (2 w + 2 phi | n) = (P3 - Q) / (P3 + Q)                        from dn in the middle
///   theta2 / theta3 (2 i eta | n) = (G - rp B) / (G + rp B)                              from dn = G / B at the pole
///   lambda = (2T + rp G B / I3) / (2 (G + rp B)) - i (dw/dt) theta3' / theta3 (2 i eta | n)
///
/// Every term of Q is positive, and an increment is accurate relative to its size.
namespace polhode::theta {

/// One short step, by the formulas above; T may be a pack.
template <class T = double>
class ShortStep {
 public:
  /// Over h, of either sign, in the units of the orbit; g and o must outlive it.
  [[gnu::always_inline]] ShortStep(const Region<T>& region, const Orbit<T>& orbit, const T& step)
      : g(region), o(orbit), h(step) {
    kp = root(o.kp2), rp = root(kp), rp1 = 1 + rp;
    const T e = (0.5 - 0.5 * rp) / rp1;
    const Two<T> series = nome_and_mean(e);
    q = e * series.first(), phi = o.B * (rp1 * rp1) * series.second() * (h * g.d23 * g.inverse_root_c1 / 8);
  }

  /// Where the step is short. A symmetric body turns by the same numbers in every step; in longer steps their rounding
  /// would make its energy drift.
  auto supports() const {
    using std::abs;
    return abs(phi) < T(0.125);
  }

  /// End of the step.
  struct End {
    T m1, m2, m3;
    T cr;  ///< real part of f, up to a factor with which |dR| = 1
    T ci;  ///< imaginary part, likewise
  };
  /// The step. It keeps the first integrals of its momentum or, if so told, those of the orbit.
  template <bool kept>
  [[gnu::always_inline]] End end() const {
    using polhode::select;
    const auto [co, si] = quarter(phi);
    const T a = q * q, a2 = a * a, a3 = a2 * a, a4 = a2 * a2, a5 = a4 * a, a6 = a3 * a3, a8 = a4 * a4, a10 = a5 * a5;
    const T G = o.G, B = o.B, even = 1 + 2 * (a2 + a8), less = 1 - 2 * (a2 - a8);  // theta3, theta4 of 0 | n

    // 2 q^k cosh(2 k eta) = C_k and 2 q^k sinh(2 k eta) = S_k, by theta2 / theta3 and theta1 / theta3 of 2 i eta
    const T rpB = rp * B, w = 1 / (G + rpB), C = quotient_root(a, T((G - rpB) * w)), CC = C * C;

    const T x = 1 - 2 * si * si, z = x * x, y = 4 * a2 * z, q9 = a4 * q;  // x = cos 2 phi
    const T te = (1 - a - a3 + a6 + a10) + y * ((a - a4 - 3 * a8) + y * a6);
    const T to = 2 * a * x * ((1 - a2 - 2 * a5 + 2 * a5 * a4) + y * (a3 - a5 * a2));
    const T de = even - 4 * a2 + z * (4 * a2 + 16 * a8 * (z - 1)), od = 2 * x * (q - 3 * q9 + 4 * q9 * z);
    const T sigma = (even + 2 * (q + q9)) / (1 + a + a3 + a6 + a10);
    const T c = sigma * co * (te + to), s = sigma * si * (te - to), d = de + od, r = de - od;

    const T b = 1 / B, x1 = o.m1 * b, x2 = o.m2 * g.root_c1 * b, x3 = o.m3 * b, kappa = g.c2 * g.inverse_c1;
    const T sd = s * d, sr = s * r, sc = s * c, x3r = x3 * r, x2c = x2 * c;
    const T P1 = x1 * (c * r) - x2 * x3 * sd;
    const T P2 = kp * x2 * (c * d) + x1 * x3 * sr;
    const T P3 = x3 * (d * r) - kappa * x1 * x2 * sc;
    const T Q = x3r * x3r + kappa * kp * (x2c * x2c);
    const T P3r = P3 * r, P2c = P2 * c, W = 2 * B / (P3r * P3r + kappa * (P2c * P2c)), WP3 = W * P3;
    T m1 = o.m1 - WP3 * P2 * sd, m2 = o.m2 + g.inverse_root_c1 * (WP3 * P1 * sr),
      m3 = o.m3 - kappa * (W * P1 * P2 * sc);

    const T C2 = CC - 2 * a, C3 = C * (CC - 3 * a), C4 = C2 * C2 - 2 * a2, C5 = C4 * C - a * C3;
    const T S3 = CC - a, S5 = CC * CC - 3 * a * CC + a2;  // over S_1
    const T pole = 1 + a * C2 + a6 * C4;                  // theta3(2 i eta | n)
    const T S = 2 * even * o.A2 * g.inverse_root_c1 * root(T(rp / ((G + B) * (G + kp * B)))) * w /
                (rp1 * less * (1 - a3 * S3 + a10 * S5));  // S_1 / pole
    const T aCS = a * C * S, twoT = o.A2 * g.inverse_I1 + o.B2 * g.inverse_I3;
    const Cis<T> psi = phase(T(h * (0.5 * (twoT + rpB * G * g.inverse_I3) * w) - 4 * phi * (aCS * (1 + 2 * a5 * C2))));

    const T sin2 = 2 * si * co, plus = P3 + Q, minus = P3 - Q;
    const T tr = (1 - a * C2 + a6 * C4) + z * (2 * a * C2 + 8 * a6 * C4 * (z - 1));
    const T ti = 2 * sin2 * x * (aCS * pole) * (1 + 2 * a5 * C2 * (2 * z - 1));
    const T ur = x * (C + a3 * C3 * (4 * z - 3) + a10 * C5 * (16 * z * z - 20 * z + 5));
    const T ui = sin2 * S * pole * (1 + a3 * S3 * (4 * z - 1) + a10 * S5 * (16 * z * z - 12 * z + 1));
    const T fr = plus * tr - minus * ur, fi = plus * ti - minus * ui;
    const T size = 0.5 / (G * root(T((G + o.m3) * (G + m3) * (fr * fr + fi * fi))));

    // Two components are corrected by differences of squares to keep both first integrals, without bias.
    const T gain1 = kept ? m1 * m1 - o.A2 : (m1 - o.m1) * (o.m1 + m1);
    const T gain3 = kept ? m3 * m3 - o.B2 : (m3 - o.m3) * (o.m3 + m3);
    const auto gain2 = [&] { return kept ? m2 * m2 : (m2 - o.m2) * (o.m2 + m2); };
    const auto by_first = 2 * m1 * m1 > o.A2, by_second = !by_first;
    const T r3 = 0.5 / m3, off = (gain1 + g.c1 * gain2()) * (0.5 / select(by_first, m1, T(g.c1 * m2)));
    if (any(by_first)) m1 = select(by_first, T(m1 - off), m1);
    if (any(by_second)) m2 = select(by_second, T(m2 - off), m2);
    m3 -= (gain3 + g.c2 * gain2()) * r3;

    return {m1, m2, m3, size * (fr * psi.cos - fi * psi.sin), size * (fr * psi.sin + fi * psi.cos)};
  }

 private:
  /// cos and sin of the angle about the momentum, which is short as well unless the body spins about its axis.
  static Cis<T> phase(const T& x) {
    using polhode::select, std::abs;
    const auto large = abs(x) > T(0.78);
    const Cis<T> small = quarter(x);
    if (!any(large)) return small;
    const Cis<T> c = step_cis(x);
    return {select(large, c.cos, small.cos), select(large, c.sin, small.sin)};
  }

  const Region<T>& g;
  const Orbit<T>& o;
  T h, kp, rp, rp1, q, phi;
};

}  // namespace polhode::theta
