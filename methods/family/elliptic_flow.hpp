// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "core/geometry/so3.hpp"
#include "methods/family/elliptic.hpp"
#include "methods/family/splitting.hpp"

// Free flows by elliptic functions, with constants made anew in every step. They share the momentum, which is here, and
// differ in the frame by which they carry the attitude (methods/family/frames.hpp)
// [Jacobi 1849; Celledoni & Zanna 2008, section 1.2, equations (3)-(5), and 3.1, the order of the axes]
//
//   moments sorted I1 <= I2 <= I3, |m| = 1;  D1 = 1 - 2T I1,  D3 = 2T I3 - 1,  d2 = 1 - 2T I2 (signed)
//   (i)   d2 < 0:  m = (s B13 dn u, B21 sn u, B31 cn u)      k'^2 = -I31 d2/(I21 D3)
//   (ii)  d2 > 0:  m = (B13 cn u, B23 sn u, s B31 dn u)      k'^2 =  I31 d2/(I32 D1)
//   (iii) d2 = 0:  m = (s1 B13 sech u, tanh u, s3 B31 sech u)
//
// Every difference is formed from inputs, never as 1 - k^2 or 1 - 2T I.
//
// Departures: sn, cn, dn come from k' (Bulirsch), not from the angle: next to the unstable axis the angle has lost cn
// and dn. Two components of m are updated by the increments of their squares, so the invariants do not drift. An odd
// sorting permutation runs with -h (the paper's remark on P(a x b) is false).
namespace polhode {

namespace orbit {

/// The result of a step.
template <class T>
struct Increment {
  Vec<Body, T> Pi;             ///< momentum after h
  Rotation<Body, Body, T> dR;  ///< attitude increment, R(h) = R(0) dR
};

/// The arc of an orbit over one step: sorted moments and their differences, unit momenta at its ends, and the elliptic
/// functions for the frames. `a` is the axis that m circles, `c` the other end, `2` the middle.
template <class T>
struct Arc {
  T I1, I2, I3, I21, I32, I31;
  T h;
  Vec<Body, T> m0;  ///< at the beginning
  Vec<Body, T> m1;  ///< at the end

  int axis;  ///< a, 0 or 2
  T sigma;   ///< m circles sigma e_a
  T Ia, Ic;  ///< moments about a and c
  T I2a;     ///< |I2 - Ia|
  T I2c;     ///< |I2 - Ic|
  T d2;      ///< 1 - 2T I2
  T Dc;      ///< |1 - 2T Ic|
  T Ba;      ///< the factor of dn in m_a
  T Bc;      ///< the factor of cn in m_c
  T lambda;  ///< du/dt
  T mc;      ///< k'^2
  T s0;      ///< sn at the beginning, by half turns in [-K, K]
  T c0, d0;  ///< cn and dn there
  T s1;      ///< sn at the end, by half turns in [-K, K]
  T c1, d1;  ///< cn and dn there
  T turns;   ///< half turns between

  /// dm/dt at m.
  Vec<Body, T> rate(const Vec<Body, T>& m) const {
    return {-m[1] * m[2] * (I32 / (I2 * I3)), m[0] * m[2] * (I31 / (I1 * I3)), -m[0] * m[1] * (I21 / (I1 * I2))};
  }
};

/// No attitude: only the momentum is computed.
struct NoFrame {
  static constexpr bool by_phase = false;
  template <class T>
  static Rotation<Body, Body, T> circling(const Arc<T>&) {
    return Rotation<Body, Body, T>::identity();
  }
  template <class T>
  static Rotation<Body, Body, T> separatrix(const Arc<T>&) {
    return Rotation<Body, Body, T>::identity();
  }
};

/// The number with the given sign whose square is x^2 plus `change`. The change is added as an increment if x keeps its
/// sign, because roots of numbers next to 1 round with a bias.
template <class T>
T moved(const T& x, const T& change, const T& sign) {
  using std::sqrt;
  const T y = with_sign(T(sqrt(x * x + change)), sign);
  return x * y > T(0) ? T(x + change / (x + y)) : y;
}

/// sn, cn, dn at u0 + v, reduced to [-K, K], without the half turns of the amplitude.
template <class T>
struct Phase {
  T sn, cn, dn, turns;
  bool near;  ///< |v| <= 1: then ds, dc are the increments of sn and cn before the reduction
  T ds, dc;
};

/// From s0, c0, d0, their values at u0, and k'^2 = mc: by way of u0, as in the papers.
template <class T>
Phase<T> by_phase(const T& s0, const T& c0, const T& d0, const T& mc, const T& v) {
  const T K = elliptic::carlson_rf(T(0), mc, T(1));
  const T u = s0 * elliptic::carlson_rf(T(c0 * c0), T(d0 * d0), T(1)) + v;
  const T turns = nearest_integer(T(u / (2 * K)));
  const auto [s, c, d] = elliptic::sncndn(T(u - 2 * K * turns), mc);
  return {s, c, d, turns, false, T(0), T(0)};
}

/// Up to |v| = 1 by the addition theorem for increments: their error is relative to v, so that many short steps do not
/// add up the rounding of u0. Beyond, the theorem would cancel next to axis 2.
template <class T>
Phase<T> by_increment(const T& s0, const T& c0, const T& d0, const T& mc, const T& v) {
  using std::abs, std::sqrt;
  if (abs(v) > T(1)) return by_phase(s0, c0, d0, mc, v);
  const auto [s, c, d] = elliptic::sncndn(v, mc);
  const T m = T(1) - mc, s2 = s * s, q = m * s0 * s0 * s2, D = 1 / (T(1) - q);
  const T cd1 = -s2 * (T(1) + m - m * s2) / (T(1) + c * d);  // c d - 1
  const T ds = D * (s * c0 * d0 + s0 * (cd1 + q)), dc = D * (c0 * (q - s2 / (T(1) + c)) - s0 * s * d0 * d);
  Phase<T> p{s0 + ds, c0 + dc, T(0), T(0), true, ds, dc};
  if (p.cn < T(0)) p.sn = -p.sn, p.cn = -p.cn, p.turns = with_sign(T(1), v);
  p.dn = sqrt(p.cn * p.cn + mc * p.sn * p.sn);
  return p;
}

/// Both cases (i) and (ii): m circles the axis a, `axis`; Da = |1 - 2T Ia| and Dc = |1 - 2T Ic|.
template <class Frame, class T>
Increment<T> circling(Arc<T> o, int axis, const T& Da, const T& Dc) {
  using std::abs, std::sqrt;
  // By components instead of an index, so that vectors stay in registers.
  const auto in_place = [&](const T& x_a, const T& x_2, const T& x_c) -> Vec<Body, T> {
    return {axis == 0 ? x_a : x_c, x_2, axis == 0 ? x_c : x_a};
  };
  const auto [m0_a, m0_2, m0_c] = in_place(o.m0[0], o.m0[1], o.m0[2]).as_array();
  o.axis = axis, o.sigma = with_sign(T(1), m0_a), o.Dc = Dc;
  o.Ia = axis == 0 ? o.I1 : o.I3, o.Ic = axis == 0 ? o.I3 : o.I1;
  o.I2a = axis == 0 ? o.I21 : o.I32, o.I2c = axis == 0 ? o.I32 : o.I21;
  o.mc = o.I31 * abs(o.d2) / (o.I2a * Dc);
  o.lambda = o.sigma * sqrt(Dc / o.Ia * (o.I2a / o.I2) / o.Ic);
  const T B2 = sqrt(o.I2 * Da / o.I2a);
  o.Bc = sqrt(o.Ic * Da / o.I31), o.Ba = sqrt(o.Ia * Dc / o.I31);

  o.s0 = m0_2 / B2, o.c0 = m0_c / o.Bc;
  const T r = 1 / sqrt(o.s0 * o.s0 + o.c0 * o.c0), flip = with_sign(T(1), o.c0);
  o.s0 *= flip * r, o.c0 *= flip * r;  // the phase u0 is now in [-K, K]
  o.d0 = sqrt(o.c0 * o.c0 + o.mc * o.s0 * o.s0);
  const T v = o.lambda * o.h;
  const auto p = Frame::by_phase ? by_phase(o.s0, o.c0, o.d0, o.mc, v) : by_increment(o.s0, o.c0, o.d0, o.mc, v);
  o.s1 = p.sn, o.c1 = p.cn, o.d1 = p.dn, o.turns = p.turns;

  // One component by its function, the others by the increments of their squares, which keep both invariants whatever
  // the rounding of the first.
  const bool odd = p.turns - 2 * nearest_integer(T(p.turns / 2)) != T(0);
  const T sign = odd ? T(-flip) : flip;
  const T rate_c = (o.Ic / o.I2) * (o.I2a / o.I31), rate_a = (o.Ia / o.I2) * (o.I2c / o.I31);
  T m1_a, m1_2, m1_c, fall;  // of m2^2
  if (abs(p.sn) <= p.cn) {
    m1_2 = p.near ? T(m0_2 + flip * B2 * p.ds) : T(sign * B2 * p.sn);
    fall = (m0_2 - m1_2) * (m0_2 + m1_2);
    m1_c = moved(m0_c, T(rate_c * fall), sign);
  } else {
    m1_c = p.near ? T(m0_c + flip * o.Bc * p.dc) : T(sign * o.Bc * p.cn);
    fall = (m1_c - m0_c) * (m1_c + m0_c) / rate_c;
    m1_2 = moved(m0_2, T(-fall), T(sign * p.sn));
  }
  if (8 * p.dn > T(1))
    m1_a = moved(m0_a, T(rate_a * fall), o.sigma);
  else if (p.near)  // dn1 - dn0 from dn1^2 - dn0^2 = k^2 (cn1^2 - cn0^2)
    m1_a = m0_a + o.sigma * o.Ba * (T(1) - o.mc) * p.dc * (o.c0 + o.c0 + p.dc) / (p.dn + o.d0);
  else
    m1_a = o.sigma * o.Ba * p.dn;
  o.m1 = in_place(m1_a, m1_2, m1_c);
  return {o.m1, Frame::circling(o)};
}

/// Case (iii): exactly on the separatrix.
template <class Frame, class T>
[[gnu::noinline, gnu::cold]] Increment<T> separatrix(Arc<T> o, const T& D1, const T& D3) {
  using std::abs, std::asinh, std::cosh, std::log, std::sqrt, std::tanh;
  const auto& m0 = o.m0;
  const T B1 = sqrt(o.I1 * D3 / o.I31), B3 = sqrt(o.I3 * D1 / o.I31);
  const T s1 = with_sign(T(1), m0[0]), s3 = with_sign(T(1), m0[2]);
  const T lambda = s1 * s3 * sqrt(D3 / o.I1 * (o.I21 / o.I2) / o.I3);
  const T sech0 = B1 > B3 ? T(abs(m0[0]) / B1) : T(abs(m0[2]) / B3);
  T u = asinh(m0[1] / sech0) + lambda * o.h;
  static const T far = -log(smallest<T>()) / 4;  // beyond, m stands on axis 2 and its frame is constant
  if (u > far) u = far;
  if (u < -far) u = -far;
  const T sech = 1 / cosh(u);
  o.m1 = {s1 * B1 * sech, tanh(u), s3 * B3 * sech};
  o.axis = B1 > B3 ? 0 : 2, o.sigma = B1 > B3 ? s1 : s3;
  return {o.m1, Frame::separatrix(o)};
}

/// For sorted moments and |m| = 1, with h |Pi| in place of h.
template <class Frame, class T>
Increment<T> sorted(const T& I1, const T& I2, const T& I3, const Vec<Body, T>& m, const T& h) {
  using std::abs, std::sqrt;
  Arc<T> o{};
  o.I1 = I1, o.I2 = I2, o.I3 = I3, o.I21 = I2 - I1, o.I32 = I3 - I2, o.I31 = I3 - I1;
  o.h = h, o.m0 = m;
  const T D1 = m[1] * m[1] * (o.I21 / I2) + m[2] * m[2] * (o.I31 / I3);
  const T D3 = m[0] * m[0] * (o.I31 / I1) + m[1] * m[1] * (o.I32 / I2);
  const T p = abs(m[0]) * sqrt(o.I21 / I1), q = abs(m[2]) * sqrt(o.I32 / I3);
  o.d2 = (q - p) * (q + p);
  const Vec<Body, T> v = o.rate(m);
  static const T underflow = smallest<T>() / epsilon<T>();
  const bool still = v[0] == T(0) && v[1] == T(0) && v[2] == T(0);
  if (still || D1 <= underflow || D3 <= underflow || p * p + q * q <= underflow)
    return {m, exp(h * Vec<Body, T>{m[0] / I1, m[1] / I2, m[2] / I3})};  // steady rotation
  const bool first = o.d2 < T(0);
  if (first || o.d2 > T(0)) return circling<Frame>(o, first ? 0 : 2, first ? D1 : D3, first ? D3 : D1);
  return separatrix<Frame>(o, D1, D3);
}

/// For any inertia and momentum over h: sorts, scales, and converts back.
template <class Frame, class T>
Increment<T> increment(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
  using std::abs, std::sqrt;
  const T G = norm(Pi);
  if (!(G > T(0))) return {Pi, Rotation<Body, Body, T>::identity()};

  int a[3] = {0, 1, 2};  // a[j]: body axis of the j-th smallest moment
  T parity(1);
  const auto order = [&](int i, int j) {
    if (I[a[j]] < I[a[i]]) std::swap(a[i], a[j]), parity = -parity;
  };
  order(0, 1), order(1, 2), order(0, 1);

  static const T least = sqrt(sqrt(smallest<T>()));  // products of moments stay in range from here to its reciprocal
  const T most = I[a[2]];
  const bool in_range = most > least && most * least < T(1);
  const auto scaled = [&](const T& x) { return in_range ? x : T(x / most); };

  const Vec<Body, T> m0{Pi[a[0]] / G, Pi[a[1]] / G, Pi[a[2]] / G};
  const auto [m, dR] = sorted<Frame>(scaled(I[a[0]]), scaled(I[a[1]]), scaled(I[a[2]]), m0, scaled(T(parity * G * h)));
  Vec<Body, T> out, v;
  const T w[3] = {parity * dR.x, parity * dR.y, parity * dR.z};
  for (int j = 0; j < 3; ++j) {
    // By the increment, unless the component has shrunk: where m dwells, scaling it down and up would drift.
    const T change = m[j] - m0[j];
    out[a[j]] = abs(change) <= abs(m[j]) ? T(Pi[a[j]] + G * change) : T(G * m[j]);
    v[a[j]] = w[j];
  }
  return {out, {dR.w, v[0], v[1], v[2]}};
}

}  // namespace orbit

/// A free flow with the attitude by a frame, whose circling(arc) and separatrix(arc) are dR. It never fails.
template <class Frame>
struct EllipticFlow {
  static constexpr Order order = exact_order;

  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters&) {
    const auto [Pi, dR] = increment(body.I, s.Pi, h);
    return {Pi, s.R * dR};
  }

  /// Free motion over a time h of any sign and size, for any inertia and momentum: Pi after it, and dR = R0^-1 R1.
  template <class T>
  static orbit::Increment<T> increment(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
    return orbit::increment<Frame>(I, Pi, h);
  }

  /// The momentum alone.
  template <class T>
  static Vec<Body, T> momentum(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
    return orbit::increment<orbit::NoFrame>(I, Pi, h).Pi;
  }
};

}  // namespace polhode
