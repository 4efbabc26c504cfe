// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "core/geometry/so3.hpp"
#include "methods/family/elliptic.hpp"
#include "methods/family/splitting.hpp"

// The exact free flow: the motion of the free body by elliptic functions, with constants made anew in every step
// [Jacobi 1849; Celledoni & Zanna 2008, sections 2-3; momentum frame turned into a quaternion without loss]
//
//   moments sorted I1 <= I2 <= I3, |m| = 1;  D1 = 1 - 2T I1,  D3 = 2T I3 - 1,  d2 = 1 - 2T I2 (signed)
//   (i)   d2 < 0:  m = (s B13 dn u, B21 sn u, B31 cn u)      k'^2 = -I31 d2/(I21 D3)    n = I32/(I2 D3)
//   (ii)  d2 > 0:  m = (B13 cn u, B23 sn u, s B31 dn u)      k'^2 =  I31 d2/(I32 D1)    n = I21/(I2 D1)
//   (iii) d2 = 0:  m = (s1 B13 sech u, tanh u, s3 B31 sech u)
//   psi = h/I2 + (d2 n / (3 lambda I2)) [ J(u1) - J(u0) ],  J = int of the third kind = sn^3 R_J(cn^2, dn^2, 1, 1 - n
//   sn^2) dR  = p(0)^-1 exp(X e) p(h),  p(m) m = e,  X = psi + beta(0) - beta(h),  beta the angle of p(m) mdot about e
//
// e is the axis that m circles. Every difference is formed from inputs, never as 1 - k^2 or 1 - 2T I.
//
// Departures: the printed (9) takes |d2| and n = B^-1, it is signed d2 and n = B^-2. With 2T + d2/I2 = 1/I2 the
// integral of the first kind drops out of psi. sn, cn, dn come from k' (Bulirsch), not from the angle: next to the
// unstable axis the angle has lost cn and dn. Two components of m are updated by the increments of their squares, so
// the invariants do not drift. An odd sorting permutation runs with -h (the paper's remark on P(a x b) is false).
namespace polhode {

struct ExactFlow {
  static constexpr std::string_view id = "exact";
  static constexpr bool symplectic = true;

  template <class T>
  struct Increment {
    Vec<Body, T> Pi;             ///< momentum after h
    Rotation<Body, Body, T> dR;  ///< attitude increment, R(h) = R(0) dR
  };

  template <class P, class T>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h) {
    const auto [Pi, dR] = increment(body.I, s.Pi, h);
    return {Pi, s.R * dR};
  }

  /// Free motion over a time h of any sign and size, for any inertia and momentum.
  template <class T>
  static Increment<T> increment(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
    return move<true>(I, Pi, h);
  }

  /// The momentum alone, without the work for the attitude.
  template <class T>
  static Vec<Body, T> momentum(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
    return move<false>(I, Pi, h).Pi;
  }

 private:
  template <bool with_attitude, class T>
  static Increment<T> move(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
    using std::abs;
    const T G = norm(Pi);
    if (!(G > T(0))) return {Pi, Rotation<Body, Body, T>::identity()};

    int a[3] = {0, 1, 2};  // a[j]: body axis of the j-th smallest moment
    T parity(1);
    const auto order = [&](int i, int j) {
      if (I[a[j]] < I[a[i]]) std::swap(a[i], a[j]), parity = -parity;
    };
    order(0, 1), order(1, 2), order(0, 1);

    const Sorted<T, with_attitude> sorted(I[a[0]], I[a[1]], I[a[2]], {Pi[a[0]] / G, Pi[a[1]] / G, Pi[a[2]] / G});
    const auto [m, dR] = sorted.after(T(parity * G * h));
    Vec<Body, T> out, v;
    const T w[3] = {parity * dR.x, parity * dR.y, parity * dR.z};
    for (int j = 0; j < 3; ++j) {
      // By the increment, unless the component has shrunk: where m dwells, scaling it down and up would drift.
      const T change = m[j] - sorted.m0[j];
      out[a[j]] = abs(change) <= abs(m[j]) ? T(Pi[a[j]] + G * change) : T(G * m[j]);
      v[a[j]] = w[j];
    }
    return {out, {dR.w, v[0], v[1], v[2]}};
  }

  /// The orbit of a unit momentum m for sorted moments.
  template <class T, bool with_attitude>
  struct Sorted {
    T I1, I2, I3, I21, I32, I31;
    Vec<Body, T> m0;

    Sorted(const T& i1, const T& i2, const T& i3, const Vec<Body, T>& m)
        : I1(i1), I2(i2), I3(i3), I21(i2 - i1), I32(i3 - i2), I31(i3 - i1), m0(m) {}

    Vec<Body, T> rate(const Vec<Body, T>& m) const {
      return {-m[1] * m[2] * (I32 / (I2 * I3)), m[0] * m[2] * (I31 / (I1 * I3)), -m[0] * m[1] * (I21 / (I1 * I2))};
    }

    Increment<T> steady(const T& h) const { return {m0, exp(h * Vec<Body, T>{m0[0] / I1, m0[1] / I2, m0[2] / I3})}; }

    Increment<T> after(const T& h) const {
      using std::abs, std::sqrt;
      const T D1 = m0[1] * m0[1] * (I21 / I2) + m0[2] * m0[2] * (I31 / I3);
      const T D3 = m0[0] * m0[0] * (I31 / I1) + m0[1] * m0[1] * (I32 / I2);
      const T p = abs(m0[0]) * sqrt(I21 / I1), q = abs(m0[2]) * sqrt(I32 / I3), d2 = (q - p) * (q + p);
      const Vec<Body, T> v = rate(m0);
      static const T underflow = smallest<T>() / epsilon<T>();
      const bool still = v[0] == T(0) && v[1] == T(0) && v[2] == T(0);
      if (still || D1 <= underflow || D3 <= underflow || p * p + q * q <= underflow) return steady(h);
      if (d2 < T(0)) return circling(0, h, d2, D1, D3, I1, I3, I21, I32);
      if (d2 > T(0)) return circling(2, h, d2, D3, D1, I3, I1, I32, I21);
      return separatrix(h, D1, D3);
    }

    /// Cases (i), axis = 0, and (ii), axis = 2, in one text: Ia is the moment of the axis that m circles, Ic that of
    /// the other end, Dc = |1 - 2T Ic|, I2a = |I2 - Ia|, I2c = |I2 - Ic|.
    Increment<T> circling(int axis, const T& h, const T& d2, const T& Da, const T& Dc, const T& Ia, const T& Ic,
                          const T& I2a, const T& I2c) const {
      using std::abs, std::sqrt;
      const int other = 2 - axis;
      const T sigma = with_sign(T(1), m0[axis]);
      const T mc = I31 * abs(d2) / (I2a * Dc);
      const T lambda = sigma * sqrt(Dc / Ia * (I2a / I2) / Ic);
      const T n = I2c / (I2 * Dc), nc = Ic * abs(d2) / (I2 * Dc);  // n and 1 - n
      const T B2 = sqrt(I2 * Da / I2a), Bc = sqrt(Ic * Da / I31), Ba = sqrt(Ia * Dc / I31);

      T s0 = m0[1] / B2, c0 = m0[other] / Bc;
      const T r = T(1) / sqrt(s0 * s0 + c0 * c0);
      s0 *= r, c0 *= r;
      const T flip = with_sign(T(1), c0);
      s0 *= flip, c0 *= flip;  // the phase u0 is now in [-K, K]
      const T d0 = sqrt(c0 * c0 + mc * s0 * s0);
      const auto [s1, c1, d1, turns, near, ds, dc] = advance(s0, c0, d0, mc, T(lambda * h));

      T psi = h / I2;
      if (with_attitude && n > T(0)) {
        const auto J = [&](const T& s, const T& c, const T& d) {
          return s * s * s * elliptic::carlson_rj(T(c * c), T(d * d), T(1), T(c * c + nc * s * s));
        };
        T third = J(s1, c1, d1) - J(s0, c0, d0);
        if (turns != T(0)) third += T(2) * turns * elliptic::carlson_rj(T(0), mc, T(1), nc);
        psi += d2 * n / (T(3) * lambda * I2) * third;
      }

      // One component by its function, the others by the increments of their squares, which keep both invariants
      // whatever the rounding of the first.
      const bool odd = turns - T(2) * nearest_integer(T(turns / T(2))) != T(0);
      const T sign = odd ? T(-flip) : flip;
      const T rate_c = (Ic / I2) * (I2a / I31), rate_a = (Ia / I2) * (I2c / I31);
      Vec<Body, T> m1;
      T fall;  // of m2^2
      if (abs(s1) <= c1) {
        m1[1] = near ? T(m0[1] + flip * B2 * ds) : T(sign * B2 * s1);
        fall = (m0[1] - m1[1]) * (m0[1] + m1[1]);
        m1[other] = moved(m0[other], T(rate_c * fall), sign);
      } else {
        m1[other] = near ? T(m0[other] + flip * Bc * dc) : T(sign * Bc * c1);
        fall = (m1[other] - m0[other]) * (m1[other] + m0[other]) / rate_c;
        m1[1] = moved(m0[1], T(-fall), T(sign * s1));
      }
      if (T(8) * d1 > T(1))
        m1[axis] = moved(m0[axis], T(rate_a * fall), sigma);
      else if (near)  // dn1 - dn0 from dn1^2 - dn0^2 = k^2 (cn1^2 - cn0^2)
        m1[axis] = m0[axis] + sigma * Ba * (T(1) - mc) * dc * (c0 + c0 + dc) / (d1 + d0);
      else
        m1[axis] = sigma * Ba * d1;
      return {m1, attitude(axis, sigma, psi, m1)};
    }

    /// The number with the given sign whose square is that of x plus `change`. Added as an increment where x keeps its
    /// sign: roots of numbers next to 1 round with a bias.
    static T moved(const T& x, const T& change, const T& sign) {
      using std::sqrt;
      const T y = with_sign(T(sqrt(x * x + change)), sign);
      return x * y > T(0) ? T(x + change / (x + y)) : y;
    }

    /// sn, cn, dn at u0 + v, reduced to [-K, K], and the half turns of the amplitude taken off.
    struct Phase {
      T sn, cn, dn, turns;
      bool near;  ///< then ds, dc are the increments of sn and cn before the reduction
      T ds, dc;
    };

    /// Up to |v| = 1 by the addition theorem, written for increments: their error is relative to v, so that many short
    /// steps do not add up the rounding of u0. Beyond, where the theorem would cancel next to axis 2, by way of u0.
    static Phase advance(const T& s0, const T& c0, const T& d0, const T& mc, const T& v) {
      using std::abs, std::sqrt;
      if (abs(v) <= T(1)) {
        const auto [s, c, d] = elliptic::sncndn(v, mc);
        const T m = T(1) - mc, s2 = s * s, q = m * s0 * s0 * s2, D = T(1) / (T(1) - q);
        const T cd1 = -s2 * (T(1) + m - m * s2) / (T(1) + c * d);  // c d - 1
        const T ds = D * (s * c0 * d0 + s0 * (cd1 + q)), dc = D * (c0 * (q - s2 / (T(1) + c)) - s0 * s * d0 * d);
        Phase p{s0 + ds, c0 + dc, T(0), T(0), true, ds, dc};
        if (p.cn < T(0)) p.sn = -p.sn, p.cn = -p.cn, p.turns = with_sign(T(1), v);
        p.dn = sqrt(p.cn * p.cn + mc * p.sn * p.sn);
        return p;
      }
      const T K = elliptic::carlson_rf(T(0), mc, T(1));
      const T u = s0 * elliptic::carlson_rf(T(c0 * c0), T(d0 * d0), T(1)) + v;
      const T turns = nearest_integer(T(u / (T(2) * K)));
      const auto [s, c, d] = elliptic::sncndn(T(u - T(2) * K * turns), mc);
      return {s, c, d, turns, false, T(0), T(0)};
    }

    /// Case (iii): exactly on the separatrix.
    Increment<T> separatrix(const T& h, const T& D1, const T& D3) const {
      using std::abs, std::asinh, std::cosh, std::log, std::sqrt, std::tanh;
      const T B1 = sqrt(I1 * D3 / I31), B3 = sqrt(I3 * D1 / I31);
      const T s1 = with_sign(T(1), m0[0]), s3 = with_sign(T(1), m0[2]);
      const T lambda = s1 * s3 * sqrt(D3 / I1 * (I21 / I2) / I3);
      const T sech0 = B1 > B3 ? T(abs(m0[0]) / B1) : T(abs(m0[2]) / B3);
      T u = asinh(m0[1] / sech0) + lambda * h;
      static const T far = -log(smallest<T>()) / T(4);  // beyond, m stands on axis 2 and its frame is constant
      if (u > far) u = far;
      if (u < -far) u = -far;
      const T sech = T(1) / cosh(u);
      const Vec<Body, T> m1{s1 * B1 * sech, tanh(u), s3 * B3 * sech};
      const int axis = B1 > B3 ? 0 : 2;
      return {m1, attitude(axis, axis == 0 ? s1 : s3, T(h / I2), m1)};
    }

    /// dR = p(0)^-1 exp(X e) p(h), e = sigma e_axis, p(m) the shortest turn that takes m to e.
    Rotation<Body, Body, T> attitude(int axis, const T& sigma, const T& psi, const Vec<Body, T>& m1) const {
      if constexpr (!with_attitude) return Rotation<Body, Body, T>::identity();
      using std::atan2, std::cos, std::sin, std::sqrt;
      const Vec<Body, T> e = sigma * polhode::axis<Body, T>(axis);
      const int b = (axis + 1) % 3, c = (axis + 2) % 3;
      const auto p = [&](const Vec<Body, T>& m) {
        const T w = T(1) + dot(m, e), r = T(1) / sqrt(T(2) * w);
        const Vec<Body, T> v = cross(m, e);
        return Rotation<Body, Body, T>{r * w, r * v[0], r * v[1], r * v[2]};
      };
      const auto beta = [&](const Vec<Body, T>& m) {
        const Vec<Body, T> v = rate(m), V = v - (dot(v, e) / (T(1) + dot(m, e))) * (m + e);
        return T(atan2(sigma * V[c], V[b]));
      };
      const T half = (psi + (beta(m0) - beta(m1))) / T(2), S = sin(half);
      const Rotation<Body, Body, T> y{cos(half), S * e[0], S * e[1], S * e[2]};
      return normalised(inverse(p(m0)) * (y * p(m1)));
    }
  };
};

}  // namespace polhode
