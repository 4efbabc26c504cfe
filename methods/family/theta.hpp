// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/geometry/flags.hpp"
#include "core/geometry/real.hpp"
#include "core/stepping/select.hpp"

/// The series of the free body in theta functions: the orbit of a momentum in canonical axes, evaluated at any time
/// from polynomials in cos 2w (standard branch) or in the exponential of the time (complementary branch).
///
/// In canonical axes m = (A cn u, (A / sqrt c1) sn u, B dn u), with cn, dn >= 0 at the start, and the attitude is the
/// Cayley-Klein pair (alpha, beta) = e^{i lambda t} (two theta functions) / norm, the third space axis along the
/// momentum. The pole of the pair enters through one real number, the root of an algebraic equation. At
/// k'^2 = (3 - 2 sqrt 2)^2 both branches have the nome e^-pi, so both need few terms; none is special at k' = 0 or
/// k = 0. The first term left out weighs less than 5e-17 (double only).
namespace polhode::theta {

/// cos and sin of an angle.
template <class T = double>
struct Cis {
  T cos, sin;

  friend Cis operator*(const Cis& a, const Cis& b) {
    return {a.cos * b.cos - a.sin * b.sin, a.sin * b.cos + a.cos * b.sin};
  }
};

/// The integer nearest to x, exact up to 2^51; beyond it some integer next to x.
template <class T>
inline T nearest(T x) {
  POLHODE_AS_WRITTEN
  return (x + 0x1.8p52) - 0x1.8p52;
}

inline constexpr double library_angle = 1e6;  ///< beyond it the reduction of cis() is no longer exact

/// cos and sin of r for |r| <= pi/4 by polynomials (minimax, error 2e-18).
template <class T>
inline Cis<T> quarter(T r) {
  const T t = r * r, t2 = t * t;
  const T s = r + r * t *
                      ((-0.16666666666666596 + t * 0.008333333333315623) +
                       t2 * ((-0.00019841269825312396 + t * 2.7557312342805633e-06) +
                             t2 * (-2.505057001292547e-08 + t * 1.5886889158091233e-10)));
  const T c = (1 - 0.5 * t) + t2 * ((0.041666666666666595 - t * 0.0013888888888873387) +
                                    t2 * ((2.480158728900142e-05 - t * 2.7557314207997557e-07) +
                                          t2 * (2.0875702970955995e-09 - t * 1.1358563807171898e-11)));
  return {c, s};
}

/// cos and sin of 2 r for |r| <= pi/4.
template <class T>
inline Cis<T> doubled(T r) {
  const auto [c, s] = quarter(r);
  return {1 - 2 * s * s, 2 * s * c};
}

/// cos and sin to 3e-16 absolute for |x| <= library_angle, without branches: x reduced by multiples of pi in three
/// parts (Cody & Waite).
template <class T>
inline Cis<T> cis(T x) {
  POLHODE_AS_WRITTEN
  constexpr double pi1 = 0x1.921fb544p1, pi2 = 0x1.0b4611a6p-33, pi3 = 0x1.3198a2e037073p-68;
  const T k = nearest(x * 0x1.45f306dc9c883p-2), odd = k - 2 * nearest(k * 0.5), sign = 1 - 2 * odd * odd;
  const auto [c, s] = doubled(T(0.5 * (((x - k * pi1) - k * pi2) - k * pi3)));
  return {sign * c, sign * s};
}

/// cos and sin of any angle.
inline Cis<> any_cis(double x) {
  return std::abs(x) <= library_angle ? cis(x) : Cis<>{std::cos(x), std::sin(x)};
}

/// cos and sin of any angle, faster without a reduction. For several angles: up to library_angle.
template <class T>
inline Cis<T> step_cis(T x) {
  using std::abs;
  if (!any(abs(x) > T(1.57))) return doubled(T(0.5 * x));
  if constexpr (std::is_same_v<T, double>)
    return any_cis(x);
  else
    return cis(x);
}

/// A body in canonical order: I1, I2, I3 ascending, or descending for motion around the least moment.
template <class T = double>
struct Region {
  T parity;  ///< of the permutation of the axes
  T c1;      ///< I1 (I3 - I2) / (I2 (I3 - I1))
  T c2;      ///< I3 (I2 - I1) / (I2 (I3 - I1)) = 1 - c1
  T root_c1, root_c2, inverse_c1;
  T inverse_root_c1;  ///< 1/root_c1, or 0 where c1 is
  T d23;              ///< 1/I2 - 1/I3, signed
  T inverse_I1, inverse_I3;
  T half_inverse_I2;  ///< 1/(2 I2)
};

/// A choice for several bodies, each by itself.
template <class Condition, class T>
Region<T> select(const Condition& condition, const Region<T>& a, const Region<T>& b) {
  using polhode::select;
  const auto one = [&](T Region<T>::*x) { return select(condition, a.*x, b.*x); };
  using R = Region<T>;
  return {one(&R::parity),
          one(&R::c1),
          one(&R::c2),
          one(&R::root_c1),
          one(&R::root_c2),
          one(&R::inverse_c1),
          one(&R::inverse_root_c1),
          one(&R::d23),
          one(&R::inverse_I1),
          one(&R::inverse_I3),
          one(&R::half_inverse_I2)};
}

/// Motion around the largest moment and around the least.
template <class T>
struct Regions {
  Region<T> largest, least;

  /// Moments I, ascending, their reciprocals r, and the parity of that order of the axes.
  static Regions of(const T (&I)[3], const T (&r)[3], const T& parity) {
    using polhode::select, std::sqrt;
    const auto share = [](const T& x, const T& y) { return select(y > T(0), T(x / y), T(0)); };
    const T f = share(r[1], I[2] - I[0]), c1 = I[0] * (I[2] - I[1]) * f, c2 = I[2] * (I[1] - I[0]) * f;
    const T s1 = sqrt(c1), s2 = sqrt(c2), i1 = share(T(1), c1), i2 = share(T(1), c2);
    return {{parity, c1, c2, s1, s2, i1, s1 * i1, (I[2] - I[1]) * r[1] * r[2], r[0], r[2], r[1] / 2},
            {-parity, c2, c1, s2, s1, i2, s2 * i2, (I[0] - I[1]) * r[1] * r[0], r[2], r[0], r[1] / 2}};
  }
};

/// A momentum m1 >= 0, m2, m3 >= 0 in canonical axes with the constants of its orbit.
template <class T = double>
struct Orbit {
  T m1, m2, m3;
  T A2, B2;   ///< m1^2 + c1 m2^2, m3^2 + c2 m2^2
  T A, B, G;  ///< G = |m|
  T k2, kp2;
  T rate;  ///< nu = du/dt

  /// f = c1 mc^2 - c2 ma^2 with the axes a and c of least and largest moment, G2 = |m|^2.
  static Orbit of(const Region<T>& g, const T& m1, const T& m2, const T& m3, const T& f, const T& G2) {
    const T A2 = m1 * m1 + g.c1 * (m2 * m2), B2 = m3 * m3 + g.c2 * (m2 * m2);
    return of(g, m1, m2, m3, f, G2, A2, B2, root(A2), root(B2));
  }
  /// The orbit with known amplitudes A and B.
  static Orbit of(const Region<T>& g, const T& m1, const T& m2, const T& m3, const T& f, const T& G2, const T& A2,
                  const T& B2, const T& A, const T& B) {
    using std::abs;
    return {m1,
            m2,
            m3,
            A2,
            B2,
            A,
            B,
            root(G2),
            g.c2 * g.inverse_c1 * A2 / B2,
            abs(f) * g.inverse_c1 / B2,
            g.d23 * g.inverse_root_c1 * B};
  }

  /// Steady rotation, or so near that it counts as such: components below 1e-140 |m| are 0.
  auto steady(const T& G2) const {
    const T least = 1e-280 * G2;
    return !(A2 > least && B2 > least && m1 * m1 + m3 * m3 > least);
  }
  /// Both branches have the nome e^-pi at k' = 3 - 2 sqrt 2.
  auto standard() const { return kp2 >= T(0.0294372515228594); }
};

/// Where a body is on its orbit, up to one positive factor each for the pair and for m: the pair is (ar + i ai,
/// br + i bi) / sqrt(N) times e^{i psi}, the momentum (m1, m2, m3) / N, with N the norm of the pair.
template <class T = double>
struct Point {
  T ar, ai, br, bi;
  T m1, m2, m3;

  T N() const { return ar * ar + ai * ai + br * br + bi * bi; }
};

/// C with odd(C) / even(C) = t, where theta3/theta4 = (even + odd) / (even - odd), C = 2 nome cos(2 argument): by its
/// series, and one correction of third order.
template <class T>
inline T quotient_root(T a, T t) {  // a = nome^2
  const T a2 = a * a, a3 = a2 * a, a4 = a2 * a2, a6 = a3 * a3;
  const T e0 = 1 - 2 * a2 + 2 * a4 * a4, e1 = a - 4 * a6 * a, o0 = 1 - 3 * a4, o1 = a3 - 5 * a6 * a4 * a;
  const T t1 = t * (1 - 2 * a2), z = a * t * t1, z2 = z * z;
  const T C = t1 * ((1 + z) + z2 * ((2 + 5 * z) + 14 * z2)), u = C * C;
  const T slope = 1 / (o0 + 3 * o1 * u - 2 * t * C * (e1 + 2 * a6 * u));
  const T d = (C * (o0 + u * (o1 + u * a6 * a4)) - t * (e0 + u * (e1 + u * a6))) * slope;
  return C - (d + (3 * o1 * C - t * (e1 + 6 * a6 * u)) * slope * (d * d));
}

/// The nome from e = (1 - sqrt k') / (1 + sqrt k') / 2.
template <class T>
inline T nome(T e) {
  const T e2 = e * e, x = e2 * e2, x2 = x * x, x4 = x2 * x2;
  return e * (((1 + 2 * x) + x2 * (15 + 150 * x)) + x4 * ((1707 + 20910 * x) + x2 * (268616 + 3567400 * x)) +
              x4 * x4 * ((48555069 + 673458874 * x) + x2 * (9481557398 + 135119529972 * x)));
}

/// Two numbers that go through the same operations side by side: doubles in one register.
template <class T>
struct Two {
  /// One and the other.
  Two(const T& one, const T& other) : a(one), b(other) {}
  friend Two operator+(const Two& x, const Two& y) { return {x.a + y.a, x.b + y.b}; }
  friend Two operator*(const Two& x, const Two& y) { return {x.a * y.a, x.b * y.b}; }
  T first() const { return a; }   ///< the one
  T second() const { return b; }  ///< the other

 private:
  T a, b;
};
#ifdef __GNUC__
template <>
struct Two<double> {
  Two(double a, double b) : both{a, b} {}
  friend Two operator+(const Two& x, const Two& y) { return x.both + y.both; }
  friend Two operator*(const Two& x, const Two& y) { return x.both * y.both; }
  double first() const { return both[0]; }   ///< the one
  double second() const { return both[1]; }  ///< the other

 private:
  typedef double Register __attribute__((vector_size(2 * sizeof(double))));
  Two(const Register& x) : both(x) {}
  Register both;
};
#endif

/// The nome over e, and 1 / theta3(q^4)^2, the arithmetic-geometric mean of 1 and k' over ((1 + sqrt k') / 2)^2.
template <class T>
inline Two<T> nome_and_mean(T e) {
  const auto both = [](double nome, double mean) { return Two<T>(T(nome), T(mean)); };
  const T e2 = e * e, e4 = e2 * e2;
  const Two<T> x(e4, e4), x2 = x * x, x4 = x2 * x2;
  return ((both(1, 1) + both(2, -4) * x) + x2 * (both(15, -20) + both(150, -176) * x)) +
         x4 * (((both(1707, -1876) + both(20910, -22064) * x) +
                x2 * (both(268616, -275568) + both(3567400, -3584064) * x)) +
               x4 * (both(48555069, -47995476) + both(673458874, -657037232) * x));
}

/// k'^2 >= (3 - 2 sqrt 2)^2: series in cos 2w with nome q^2, w = pi u / 2K.
template <class T = double>
class Standard {
 public:
  /// The two angles of the motion, which grow linearly in time.
  struct Phase {
    Cis<T> w;    ///< of the momentum
    Cis<T> psi;  ///< of the attitude about it
  };

  /// The motion by theta functions of the nome q.
  Standard(const Region<T>& g, const Orbit<T>& o) {
    using std::sqrt;
    const T kp = sqrt(o.kp2), rp = sqrt(kp);
    q = nome(o.k2 / (2 * (1 + kp) * (1 + rp) * (1 + rp))), a = q * q;
    const T a2 = a * a, a3 = a2 * a, a4 = a2 * a2, a5 = a4 * a, q9 = a4 * q, q16 = a4 * a4;
    const T q3 = a * q, q10 = a5, q15 = a4 * a3 * q, q21 = a5 * a5 * q;

    even[0] = 1 - a - a3 + a5 * a + a5 * a5, even[1] = a - a4 - 3 * a4 * a4, even[2] = a3 * a3;
    odd[0] = -1 + a2 + 2 * a5 - 2 * a5 * a4, odd[1] = -a3 + a5 * a2;

    const T s = o.G + rp * o.B;
    const T C = quotient_root(a, (o.A2 + o.k2 * o.B2 / (1 + kp)) / (s * s)), CC = C * C;
    const T w = quotient_root(a, (o.m3 - rp * o.B) / (o.m3 + rp * o.B));
    const auto [plus, minus] = factors(q * w);
    const T c0 = o.m1 * plus, s0 = rp * g.root_c1 * o.m2 * minus, n = 1 / sqrt(c0 * c0 + s0 * s0);
    start = {{n * c0, n * s0}, {1, 0}};

    const T E1 = q * C, E2 = a3 * (CC - 2 * a), E3 = q15 * C * (CC - 3 * a), al0 = 1 - E1 + E2 - E3;
    const T b3 = q3 * (C + q), b5 = q10 * (CC + q * C - a), b7 = q21 * (C * (CC + q * C - 2 * a) - q3);
    const T g3 = q3 * (C - q), g5 = q10 * (CC - q * C - a), g7 = q21 * (C * (CC - q * C - 2 * a) + q3);
    const T X = sqrt(C + 2 * q), Y1 = o.A / ((o.G + o.B) * (1 - b3 + b5 - b7)), Y = Y1 * al0, XY1 = X * Y1;
    const T d2 = q * XY1, d4 = a3 * XY1 * C, d6 = q15 * XY1 * (CC - a), D2 = al0 * d2, D4 = al0 * d4, D6 = al0 * d6;
    ar[0] = 1 - E2, ar[1] = 3 * E3 - E1, ar[2] = 2 * E2, ar[3] = -4 * E3;
    ai[0] = 2 * (D6 - D2), ai[1] = 4 * D4, ai[2] = -8 * D6;
    br[0] = -Y * (1 + b3 - b5 - b7), br[1] = 2 * Y * (b3 + b5 - 2 * b7), br[2] = -4 * Y * (b5 + b7), br[3] = 8 * Y * b7;
    bi[0] = -X * (1 - g3 - g5 + g7), bi[1] = 2 * X * (g3 - g5 - 2 * g7), bi[2] = -4 * X * (g5 - g7), bi[3] = 8 * X * g7;

    const T th3 = 1 + 2 * (q + a2 + q9 + q16), N0 = al0 * al0 * (2 * o.G / (o.G + o.B));
    rate = o.rate / (th3 * th3);
    lambda = (o.B * g.inverse_I3 + o.A2 * g.inverse_I1 / (o.G + o.B)) / 2 - 2 * rate * (-d2 + 2 * d4 - 3 * d6);
    M[0] = o.A * N0 / (1 + a + a3 + a3 * a3 + a5 * a5), M[1] = M[0] * g.inverse_root_c1 / rp, M[2] = o.B * N0 / th3;
    m3[0] = 1 - 2 * a2 + 2 * q16, m3[1] = 2 * q - 6 * q9, m3[2] = 4 * a2 - 16 * q16, m3[3] = 8 * q9, m3[4] = 16 * q16;
  }

  /// The change of a phase in a time t; circle is any_cis, or cis where |rate t| and |lambda t| <= library_angle.
  template <Cis<T> circle(T)>
  Phase turn(T t) const {
    return {circle(rate * t), circle(lambda * t)};
  }
  /// The phase after both.
  Phase advanced(const Phase& f, const Phase& by) const { return {f.w * by.w, f.psi * by.psi}; }
  /// The phase after h from the start.
  Phase step(T h) const { return advanced(start, turn<step_cis<T>>(h)); }
  void count_turns() {}

  /// The place at a phase.
  Point<T> at(const Phase& f) const {
    const Cis<T>& w = f.w;
    const T x = 1 - 2 * w.sin * w.sin, x2 = x * x;
    const auto [plus, minus] = factors(2 * a * x);
    return {(ar[0] + ar[1] * x) + x2 * (ar[2] + ar[3] * x),
            w.sin * w.cos * (ai[0] + x * (ai[1] + x * ai[2])),
            w.cos * ((br[0] + br[1] * x) + x2 * (br[2] + br[3] * x)),
            w.sin * ((bi[0] + bi[1] * x) + x2 * (bi[2] + bi[3] * x)),
            M[0] * w.cos * minus,
            M[1] * w.sin * plus,
            M[2] * ((m3[0] + m3[1] * x) + x2 * ((m3[2] + m3[3] * x) + x2 * m3[4]))};
  }

  /// The period of the momentum's pattern, a time.
  T period() const { return 2 * pi_of<T>() / std::abs(rate); }
  T precession() const { return 2 * lambda; }

  Phase start;  ///< at t = 0
  T M[3];       ///< scales of the momentum
  T rate;       ///< dw/dt
  T lambda;     ///< dpsi/dt

 private:
  /// S+ and S-: theta1 = sin w S+, theta2 = cos w S-, up to one factor, at Xi = 2 a cos 2w.
  struct Factors {
    T plus, minus;
  };
  Factors factors(T Xi) const {
    const T y = Xi * Xi, e = even[0] + y * (even[1] + y * even[2]), o = Xi * (odd[0] + y * odd[1]);
    return {e + o, e - o};
  }

  T q, a;
  T ar[4], ai[3], br[4], bi[4], m3[5], even[3], odd[2];
};

/// k'^2 < (3 - 2 sqrt 2)^2: series in the exponential of s = pi u / 2K' with nome p^2.
class Complementary {
 public:
  /// e^s and e^-s, |s| <= smax, u reduced by half periods 2K; flip = -1 after an odd number: m1 and m2 change sign.
  struct Phase {
    double forth, back, flip;
    Cis<> psi;
  };

  /// The motion near the separatrix, by theta functions of the complementary nome.
  Complementary(const Region<>& g, const Orbit<>& o) {
    const double kp = std::sqrt(o.kp2), k = std::sqrt(1 - o.kp2), rk = std::sqrt(k), u2 = (1 + rk) * (1 + rk);
    const double e = o.kp2 / (2 * (1 + k) * u2), e4 = e * e * e * e, qc = e * (1 + 2 * e4), a = qc * qc;
    p = std::sqrt(qc);
    const double p2 = p * p, p4 = p2 * p2, p8 = p4 * p4, p9 = p8 * p, th3 = 1 + 2 * qc * (1 + qc * a);
    rate = o.rate / (th3 * th3);

    const double de = std::sqrt(1 - o.kp2 * g.c1), t = (de - rk) / (de + rk), V = t * (1 + a * t * t - 2 * a * a);
    const double x = g.root_c2 * (1 - a - qc * V), y = rk * g.root_c1 * (1 - a + qc * V);
    const double n = 1 / std::sqrt(x * x + y * y);
    chi2 = {n * x, n * y};
    const double c = chi2.cos, cc = c * c, ch = std::sqrt((1 + c) / 2), sh = chi2.sin / (2 * ch);
    const Cis<> chi4 = chi2 * chi2, chi6 = chi4 * chi2;
    lambda = o.G * g.half_inverse_I2 - kp * o.B * g.d23 / 2 +
             2 * rate * (p * chi2.sin + 2 * p4 * chi4.sin + 3 * p9 * chi6.sin) /
                 (1 + 2 * (p * chi2.cos + p4 * chi4.cos + p9 * chi6.cos));
    cn[0] = ch, cn[1] = p * ch * (2 * c - 1), cn[2] = p4 * ch * (4 * cc - 2 * c - 1);
    cn[3] = p9 * ch * (8 * cc * c - 4 * cc - 4 * c + 1);
    sn[0] = sh, sn[1] = p * sh * (2 * c + 1), sn[2] = p4 * sh * (4 * cc + 2 * c - 1);
    sn[3] = p9 * sh * (8 * cc * c + 4 * cc - 4 * c - 1);

    const double al0 = 2 * (cn[0] + p * (cn[1] + p * (cn[2] + p * cn[3])));
    const double N0 = al0 * al0 * (2 * o.G / (o.G + o.B));
    M[0] = o.A * N0 / (1 - 2 * p2 + 2 * p8), M[2] = o.B * N0 / (1 + 2 * p2 + 2 * p8);
    M[1] = o.A * N0 * g.inverse_root_c1 / (2 * rk * (1 + p4 * (1 + p8)));

    // The phase at the start without logarithms, to full relative accuracy up to axis 2.
    const double s = g.root_c1 * std::abs(o.m2) / o.A, d = o.m3 / o.B + rk * (o.m1 / o.A);
    const double f = (1 + k * s * s) / (d * d), tt = o.kp2 * f / (1 + k), z = a * tt * tt;
    const double gg = 1 - 2 * a * a + z * (1 + 2 * z * (1 + 2.5 * z)), cosh2 = u2 * f * gg / (1 + 2 * e4);
    const double Xi = qc * tt * gg, even = 1 - a + a * Xi * Xi, odd = Xi * (1 - a * a);
    const double up = std::sqrt(0.5 + cosh2 / 2) * (1 + rk * s * (even + odd) / (even - odd));
    start = o.m2 < 0 ? Phase{1 / up, up, 1, {1, 0}} : Phase{up, 1 / up, 1, {1, 0}};
  }

  /// Takes the logarithms that times beyond a half period need. On the separatrix (p = 0) there is none.
  void count_turns() {
    if (p > 0) smax = -std::log(p), inverse_period = 1 / (2 * smax), chi = std::atan2(chi2.sin, chi2.cos) / 2;
  }

  /// The change of a phase in a time t, with s in [-smax, smax].
  template <Cis<> circle(double)>
  Phase turn(double t) const {
    const double s = rate * t, n = nearest(s * inverse_period);
    // Once |s| eps > 1 the phase is lost, but the state must stay on the orbit: hence the bounds.
    const double e = std::exp(std::clamp(s - n * (2 * smax), -690.0, 690.0));
    return {e, 1 / e, n == 2 * nearest(n / 2) ? 1.0 : -1.0, circle(lambda * t - n * (2 * chi))};
  }

  Phase advanced(const Phase& f, const Phase& by) const {
    const double forth = f.forth * by.forth, back = f.back * by.back, flip = f.flip * by.flip;
    const Cis<> psi = f.psi * by.psi;
    if (p * forth > 1) return {forth * (p * p), back / (p * p), -flip, psi * Cis<>{chi2.cos, -chi2.sin}};
    if (p * back > 1) return {forth / (p * p), back * (p * p), -flip, psi * chi2};
    return {forth, back, flip, psi};
  }

  /// The phase after h from the start.
  Phase step(double h) {
    const Phase f = advanced(start, turn<step_cis<double>>(h));
    if (p * std::max(f.forth, f.back) <= 1 && std::abs(rate * h) <= 690) return f;
    count_turns();
    return advanced(start, turn<step_cis<double>>(h));
  }

  /// The place at a phase.
  Point<> at(const Phase& f) const {
    const double E = std::max(std::min(f.forth, f.back), std::max(p, 1e-300));
    const double F = std::min(p * std::min(std::max(f.forth, f.back), 1e300), 1.0);
    const double ci = f.forth >= f.back ? 1 : -1, flip = f.flip;
    const double E2 = E * E, E3 = E2 * E, E4 = E2 * E2, E5 = E4 * E, E7 = E4 * E3;
    const double F2 = F * F, F3 = F2 * F, F4 = F2 * F2, p2 = p * p, p4 = p2 * p2, p8 = p4 * p4;
    const double even[4] = {1 + E, F * (1 + E3), F2 * (1 + E5), F3 * (1 + E7)};
    const double odd[4] = {1 - E, F * (1 - E3), F2 * (1 - E5), F3 * (1 - E7)};
    return {cn[0] * even[0] + cn[1] * even[1] + cn[2] * even[2] + cn[3] * even[3],
            -ci * (sn[0] * odd[0] + sn[1] * odd[1] + sn[2] * odd[2] + sn[3] * odd[3]),
            -flip * (sn[0] * even[0] - sn[1] * even[1] + sn[2] * even[2] - sn[3] * even[3]),
            -flip * ci * (cn[0] * odd[0] - cn[1] * odd[1] + cn[2] * odd[2] - cn[3] * odd[3]),
            flip * M[0] * E * ((1 - F) * (1 + F) - p2 * E2 + p4 * F4 + p8 * E4),
            flip * ci * M[1] * ((1 - E2) - p2 * F2 * (1 - E2 * E4) + p8 * F4 * (1 - E5 * E5)),
            M[2] * E * (1 + F2 + p2 * E2 + p4 * F4 + p8 * E4)};
  }

  /// The period of the momentum's pattern, after count_turns().
  double period() const { return smax > 0 ? 4 * smax / std::abs(rate) : std::numeric_limits<double>::infinity(); }
  double precession() const { return 2 * (smax > 0 ? lambda - chi * rate / smax : lambda); }

  Phase start;    ///< at t = 0
  double M[3];    ///< scales of the momentum
  double rate;    ///< ds/dt
  double lambda;  ///< dpsi/dt between half periods

 private:
  double p, smax = 0, inverse_period = 0, chi = 0;
  Cis<> chi2;  ///< of 2 chi
  double cn[4], sn[4];
};

}  // namespace polhode::theta
