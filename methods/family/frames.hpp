// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/elliptic_flow.hpp"

// Frames that carry the attitude along an orbit of the free body: a rotation p(m) with p(m) m = e, about which the
// rest of the motion is a turn by an angle psi,  dR = p(m0)^-1 exp(psi e) p(m1)
// [Celledoni & Zanna 2008, sections 1.3 and 1.4, the choices (1)-(3) of the frame; Algorithms 1 and 2 of section 2]
//
// psi takes an integral of the third kind between the amplitudes of both ends, Pi(n) = int dphi / ((1 - n sin^2)
// Delta), Delta^2 = cos^2 + k'^2 sin^2, by Legendre and Carlson, or by the quadratures of Gauss and of Hermite.
namespace polhode::orbit {

// --- integrals of the third kind ------------------------------------------------------------------------------------

/// Pi(u1; n) - Pi(u0; n) in Carlson's forms, from n and nc = 1 - n, neither by way of the other.
struct Carlson {
  static constexpr bool by_phase = true;

  /// The elliptic integral Pi(u1; n) - Pi(u0; n) over a step, from n and nc = 1 - n.
  template <class T>
  static T third_kind(const Arc<T>& o, const T& n, const T& nc) {
    using elliptic::carlson_rf, elliptic::carlson_rj;
    const auto incomplete = [&](const T& s, const T& c, const T& d) {
      const T x = c * c, y = d * d;
      return s * carlson_rf(x, y, T(1)) + n / 3 * s * s * s * carlson_rj(x, y, T(1), T(x + nc * s * s));
    };
    T sum = incomplete(o.s1, o.c1, o.d1) - incomplete(o.s0, o.c0, o.d0);
    if (o.turns != T(0)) sum += 2 * o.turns * (carlson_rf(T(0), o.mc, T(1)) + n / 3 * carlson_rj(T(0), o.mc, T(1), nc));
    return sum;
  }
};

/// Nodes and weights of Gauss and Legendre's quadrature on [-1, 1]: the roots of P_p by Newton, and
/// 2 / ((1 - x^2) P_p'(x)^2).
template <int p, class T>
struct GaussLegendre {
  Array<T, p> node, weight;

  GaussLegendre() {
    using std::cos;
    for (int i = 0; i < p; ++i) {
      T x = cos(pi_of<T>() * (T(i) + T(0.75)) / (T(p) + T(0.5))), slope(0);
      for (int round = 0; round < 12; ++round) {  // digits double each time, from two
        T before(1), value = x;
        for (int k = 2; k <= p; ++k) {
          const T next = (T(2 * k - 1) * x * value - T(k - 1) * before) / T(k);
          before = value, value = next;
        }
        slope = T(p) * (x * value - before) / (x * x - T(1));
        x -= value / slope;
      }
      node[i] = x, weight[i] = T(2) / ((T(1) - x * x) * slope * slope);
    }
  }
};

/// Carlson's integral by p points in the amplitude: of order 2p in the step, and symmetric in time. It needs the ends'
/// amplitudes and no incomplete integral.
template <int p>
struct Gauss {
  static constexpr bool by_phase = false;

  template <class T>
  static T third_kind(const Arc<T>& o, const T&, const T& nc) {
    using std::atan2, std::cos, std::sin, std::sqrt;
    static const GaussLegendre<p, T> rule;
    const T phi0 = atan2(o.s0, o.c0), phi1 = atan2(o.s1, o.c1) + pi_of<T>() * o.turns;
    const T middle = (phi0 + phi1) / 2, half = (phi1 - phi0) / 2, S = sin(middle), C = cos(middle);
    const auto integrand = [&](const T& s, const T& c) {
      const T s2 = s * s, c2 = c * c;
      return 1 / ((c2 + nc * s2) * sqrt(c2 + o.mc * s2));
    };
    T sum = p % 2 == 0 ? T(0) : T(rule.weight[p / 2] * integrand(S, C));
    for (int i = 0; i < p / 2; ++i) {  // the points at middle +- d
      const T d = half * rule.node[i], s = sin(d), c = cos(d);
      sum += rule.weight[i] * (integrand(S * c + C * s, C * c - S * s) + integrand(S * c - C * s, C * c + S * s));
    }
    return half * sum;
  }
};

/// The integral by Hermite's interpolation between both ends (section 3.3), in u: int ds / (1 - n sn^2 s), from the
/// integrand and its first q - 1 derivatives there, which follow from those of sn, cn, dn. It has order 2q and is
/// symmetric in time.
///
///   integral of order 2q = sum_j w_j u^(j+1) (f_j(u0) + (-1)^j f_j(u1)),   f_j = f^(j)/j!
///   w_0 = 1/2,  w_(j+1)/w_j = (j+1)(q-1-j)/((j+2)(2q-1-j));   q = 2:  u/2 (f0 + f1) + u^2/12 (f0' - f1')
template <int q>
struct Hermite {
  static_assert(q >= 1);
  static constexpr bool by_phase = false;

  template <class T>
  static T third_kind(const Arc<T>& o, const T& n, const T& nc) {
    const T u = o.lambda * o.h;
    const auto f0 = integrand(o.mc, n, nc, o.s0, o.c0, o.d0), f1 = integrand(o.mc, n, nc, o.s1, o.c1, o.d1);
    T sum(0), w = u / 2;
    for (int j = 0; j < q; ++j) {
      sum += w * (j % 2 == 0 ? T(f0[j] + f1[j]) : T(f0[j] - f1[j]));
      w *= u * T((j + 1) * (q - 1 - j)) / T((j + 2) * (2 * q - 1 - j));
    }
    return sum;
  }

 private:
  /// Coefficients of the series of 1/(1 - n sn^2), from  sn' = cn dn,  cn' = -sn dn,  dn' = -k^2 sn cn.
  template <class T>
  static Array<T, q> integrand(const T& mc, const T& n, const T& nc, const T& sn, const T& cn, const T& dn) {
    using Series = Array<T, q>;
    Series s{sn}, c{cn}, d{dn}, f{1 / (cn * cn + nc * sn * sn)};
    const auto product = [](const Series& x, const Series& y, int k) {
      T sum(0);
      for (int i = 0; i <= k; ++i) sum += x[i] * y[k - i];
      return sum;
    };
    for (int k = 1; k < q; ++k) {
      s[k] = product(c, d, k - 1) / T(k), c[k] = -product(s, d, k - 1) / T(k);
      d[k] = -(T(1) - mc) * product(s, c, k - 1) / T(k);
      T rest(0);  // f (1 - n s^2) = 1
      for (int i = 1; i <= k; ++i) rest += n * product(s, s, i) * f[k - i];
      f[k] = f[0] * rest;
    }
    return f;
  }
};

// --- frames ---------------------------------------------------------------------------------------------------------

namespace detail {

/// p(m): the shortest turn that takes m to e.
template <class T>
Rotation<Body, Body, T> shortest(const Vec<Body, T>& m, const Vec<Body, T>& e) {
  using std::sqrt;
  const T w = T(1) + dot(m, e), r = 1 / sqrt(2 * w);
  const Vec<Body, T> v = r * cross(m, e);
  return {r * w, v[0], v[1], v[2]};
}

template <class T>
Vec<Body, T> circled_axis(const Arc<T>& o) {
  return o.sigma * axis<Body, T>(o.axis);
}

/// p0^-1 exp(psi e) p1.
template <class T>
Rotation<Body, Body, T> turned(const Rotation<Body, Body, T>& p0, const T& psi, const Vec<Body, T>& e,
                               const Rotation<Body, Body, T>& p1) {
  using std::cos, std::sin;
  const T half = psi / 2, S = sin(half);
  return normalised(inverse(p0) * (Rotation<Body, Body, T>{cos(half), S * e[0], S * e[1], S * e[2]} * p1));
}

/// Cosine and sine of half the angle, without cancellation.
template <class T>
std::pair<T, T> halved(const T& c, const T& s) {
  using std::sqrt;
  if (c >= T(0)) {
    const T C = sqrt((T(1) + c) / 2);
    return {C, s / (2 * C)};
  }
  const T S = with_sign(T(sqrt((T(1) - c) / 2)), s);
  return {s / (2 * S), S};
}

/// Scaled by the largest, because squares of small numbers would underflow.
template <class T>
Vec<Body, T> direction(const Vec<Body, T>& v) {
  using std::abs;
  const T largest = std::max(T(abs(v[0])), std::max(T(abs(v[1])), T(abs(v[2]))));
  const Vec<Body, T> scaled = v / largest;
  return scaled / norm(scaled);
}

/// n of the frame [mdot, m x mdot, m], and 1 - n.
template <class T>
std::pair<T, T> characteristic(const Arc<T>& o) {
  using std::abs;
  return {o.I2c / (o.I2 * o.Dc), o.Ic * abs(o.d2) / (o.I2 * o.Dc)};
}

/// The angle of the frame [mdot, m x mdot, m], equation (9):  2T h + (d2/(lambda I2)) [ Pi(u1; n) - Pi(u0; n) ].
template <class Integral, class T>
T angle_of_mdot(const Arc<T>& o) {
  const auto [n, nc] = characteristic(o);
  const auto& m = o.m0;
  const T twice_T = m[0] * m[0] / o.I1 + m[1] * m[1] / o.I2 + m[2] * m[2] / o.I3;
  return twice_T * o.h + o.d2 / (o.lambda * o.I2) * Integral::third_kind(o, n, nc);
}

}  // namespace detail

/// The frame [mdot, m x mdot, m] turned into a quaternion without loss:  p the shortest turn to e = sigma e_a,
/// X = psi + beta(0) - beta(h),  beta the angle of p(m) mdot about e,
///
///   psi = h/I2 + (d2 n / (3 lambda I2)) [ J(u1) - J(u0) ],  J = sn^3 R_J(cn^2, dn^2, 1, 1 - n sn^2)
///
/// Departures: the printed (9) takes |d2| and n = B^-1, it is signed d2 and n = B^-2. With 2T + d2/I2 = 1/I2 the
/// integral of the first kind drops out of psi.
struct HybridFrame {
  static constexpr bool by_phase = false;

  template <class T>
  static Rotation<Body, Body, T> circling(const Arc<T>& o) {
    const auto [n, nc] = detail::characteristic(o);
    T psi = o.h / o.I2;
    if (n > T(0)) {
      const auto J = [&, &nc = nc](const T& s, const T& c, const T& d) {
        return s * s * s * elliptic::carlson_rj(T(c * c), T(d * d), T(1), T(c * c + nc * s * s));
      };
      T third = J(o.s1, o.c1, o.d1) - J(o.s0, o.c0, o.d0);
      if (o.turns != T(0)) third += 2 * o.turns * elliptic::carlson_rj(T(0), o.mc, T(1), nc);
      psi += o.d2 * n / (3 * o.lambda * o.I2) * third;
    }
    return turn(o, psi);
  }
  template <class T>
  static Rotation<Body, Body, T> separatrix(const Arc<T>& o) {
    return turn(o, T(o.h / o.I2));
  }

 private:
  template <class T>
  static Rotation<Body, Body, T> turn(const Arc<T>& o, const T& psi) {
    using std::atan2;
    const Vec<Body, T> e = detail::circled_axis(o);
    const int b = (o.axis + 1) % 3, c = (o.axis + 2) % 3;
    const auto beta = [&](const Vec<Body, T>& m) {
      const Vec<Body, T> v = o.rate(m), V = v - (dot(v, e) / (T(1) + dot(m, e))) * (m + e);
      return T(atan2(o.sigma * V[c], V[b]));
    };
    const T X = psi + (beta(o.m0) - beta(o.m1));
    return detail::turned(detail::shortest(o.m0, e), X, e, detail::shortest(o.m1, e));
  }
};

/// The frame [mdot, m x mdot, m], whose angle is (9), in some form: Frame::turn(arc, psi) is dR.
template <class Frame, class Integral>
struct FrameOfMdot {
  static constexpr bool by_phase = Integral::by_phase;

  template <class T>
  static Rotation<Body, Body, T> circling(const Arc<T>& o) {
    return Frame::turn(o, detail::angle_of_mdot<Integral>(o));
  }
  template <class T>
  static Rotation<Body, Body, T> separatrix(const Arc<T>& o) {
    return Frame::turn(o, T(o.h / o.I2));
  }
};

/// The frame [mdot, m x mdot, m] as a matrix (Algorithm 1):  P = rows [v, m x v, m], v = mdot/|mdot|,
/// dR = P(0)^T Y P(h),  Y a turn by  psi = 2T h + (d2/(lambda I2)) [ Pi(u1; n) - Pi(u0; n) ]  about e3.
template <class Integral>
struct MatrixFrame : FrameOfMdot<MatrixFrame<Integral>, Integral> {
  template <class T>
  static Rotation<Body, Body, T> turn(const Arc<T>& o, const T& psi) {
    using std::cos, std::sin;
    const Vec<Body, T> v0 = detail::direction(o.rate(o.m0)), w0 = cross(o.m0, v0);
    const Vec<Body, T> v1 = detail::direction(o.rate(o.m1)), w1 = cross(o.m1, v1);
    const T C = cos(psi), S = sin(psi);
    const Vec<Body, T> x = C * v1 - S * w1, y = S * v1 + C * w1;  // rows of Y P(h)
    return from_matrix<Body, Body>(
        Mat3<T>::of([&](int i, int j) { return T(v0[i] * x[j] + w0[i] * y[j] + o.m0[i] * o.m1[j]); }));
  }
};

/// The frame [mdot, m x mdot, m] as a quaternion (choice (2)):  p(m) m = e3, and psi is that of the matrix, (9),
///
///   p0^2 + p3^2 = (1 + m3)/2,   p3^2 = (1 + m3)/4 + (I32 m2/(4 I2 I3 |mdot|)) (m3 + I3 d2/I32)
///   p1 = (p3 m1 + p0 m2)/(1 + m3),   p2 = (p3 m2 - p0 m1)/(1 + m3)                                           (15)
///
/// Departures: the paper prints B32 where its square belongs, which is -I3 d2/I32 and holds in case (i) only, and the
/// opposite sign of p0 p3. Differences of squares cancel: p0 and p3 are made by the half of an angle b with
/// cos b = (v1 + w2)/(1 + m3), sin b = (w1 - v2)/(1 + m3), v = mdot/|mdot|, w = m x v, and 1 + m3 by m1^2 + m2^2.
template <class Integral>
struct QuaternionFrame : FrameOfMdot<QuaternionFrame<Integral>, Integral> {
  template <class T>
  static Rotation<Body, Body, T> turn(const Arc<T>& o, const T& psi) {
    return detail::turned(frame(o, o.m0), psi, axis<Body, T>(2), frame(o, o.m1));
  }

 private:
  template <class T>
  static Rotation<Body, Body, T> frame(const Arc<T>& o, const Vec<Body, T>& m) {
    using std::sqrt;
    const Vec<Body, T> v = detail::direction(o.rate(m));
    const T sum = m[2] < T(0) ? T((m[0] * m[0] + m[1] * m[1]) / (T(1) - m[2])) : T(T(1) + m[2]);
    const auto [C, S] = detail::halved(T(v[0] - m[0] * v[2] / sum), T(m[1] * v[2] / sum - v[1]));
    const T r = sqrt(sum / 2), p0 = r * C, p3 = r * S;
    return {p0, (p3 * m[0] + p0 * m[1]) / sum, (p3 * m[1] - p0 * m[0]) / sum, p3};  // (15)
  }
};

/// Kosenko's frame, the shortest turn to e (choice (1), a quaternion, Algorithm 2):
///
///   psi = h/Ia -+ (I31/(I1 I3 lambda)) [ Pi(n') - (Ba/r) atan(r tan am) ],   - in case (i), + in case (ii)
///   n' = -Ia I2c/(Ic I2a),  r^2 = 1 - n' = I2 I31/(Ic I2a)
///
/// Departures: the paper takes e = e3 in case (i), which fails where 1 + m3 vanishes along the orbit; here e is the
/// axis that m circles. Its (16) must subtract f, and case (ii) takes more than k -> 1/k.
template <class Integral>
struct KosenkoFrame : HybridFrame {  // which it is on the separatrix
  static constexpr bool by_phase = Integral::by_phase;

  template <class T>
  static Rotation<Body, Body, T> circling(const Arc<T>& o) {
    using std::atan2, std::sqrt;
    const T nc = o.I2 * o.I31 / (o.Ic * o.I2a), n = -o.Ia * o.I2c / (o.Ic * o.I2a), r = sqrt(nc);
    const T angle = atan2(r * o.s1, o.c1) - atan2(r * o.s0, o.c0) + pi_of<T>() * o.turns;
    const T side = o.axis == 0 ? T(-1) : T(1);
    const T psi =
        o.h / o.Ia + side * o.I31 / (o.I1 * o.I3 * o.lambda) * (Integral::third_kind(o, n, nc) - o.Ba / r * angle);
    const auto e = detail::circled_axis(o);
    return detail::turned(detail::shortest(o.m0, e), psi, e, detail::shortest(o.m1, e));
  }
};

/// Van Zon and Schofield's frame, v = m x e3/|m x e3|, [v, m x v, m] (choice (3)):
///
///   psi = h/I3 + (I31/(I1 I3 lambda)) [ Pi(u1; n) - Pi(u0; n) ]
///   n = -B31^2/B13^2 in case (i),  -I3 I21/(I1 I32) in case (ii)
///
/// Departures: in case (i) the paper has the inverse square of B31, and holds for that case only. p is made of a turn
/// about e3 and one about e1, by half angles, where its formula for p3^2 cancels.
template <class Integral>
struct VzsFrame : HybridFrame {  // which it is on the separatrix
  static constexpr bool by_phase = Integral::by_phase;

  template <class T>
  static Rotation<Body, Body, T> circling(const Arc<T>& o) {
    const bool first = o.axis == 0;
    const T B2 = o.Ba * o.Ba, n = first ? T(-o.Bc * o.Bc / B2) : T(-o.I3 * o.I21 / (o.I1 * o.I32));
    const T nc = first ? T(1 / B2) : T(o.I2 * o.I31 / (o.I1 * o.I32));
    const T psi = o.h / o.I3 + o.I31 / (o.I1 * o.I3 * o.lambda) * Integral::third_kind(o, n, nc);
    return detail::turned(frame(o.m0), psi, axis<Body, T>(2), frame(o.m1));
  }

 private:
  template <class T>
  static Rotation<Body, Body, T> frame(const Vec<Body, T>& m) {
    const Vec<Body, T> v = detail::direction(Vec<Body, T>{m[1], -m[0], T(0)});
    const auto [Cz, Sz] = detail::halved(v[0], v[1]);
    const auto [Cx, Sx] = detail::halved(m[2], T(m[1] * v[0] - m[0] * v[1]));
    return Rotation<Body, Body, T>{Cx, Sx, T(0), T(0)} * Rotation<Body, Body, T>{Cz, T(0), T(0), -Sz};
  }
};

}  // namespace polhode::orbit

namespace polhode {

/// The exact free flow, for any scalar, in the frame [mdot, m x mdot, m].
using CarlsonFlow = EllipticFlow<orbit::HybridFrame>;

}  // namespace polhode
