// SPDX-License-Identifier: MIT
#include "core/reference/free_body.hpp"

#include <algorithm>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <boost/math/special_functions/ellint_rj.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <utility>

#include "core/geometry/decimal.hpp"

namespace polhode::reference {

namespace {

using boost::math::ellint_rf;
using boost::math::ellint_rj;

template <class T>
T square(const T& x) {
  return x * x;
}

/// The motion of a unit momentum m0 about sorted moments I1 <= I2 <= I3.
template <class T>
struct Orbit {
  T I1, I2, I3;
  Vec<Body, T> m0;

  T I21 = I2 - I1, I32 = I3 - I2, I31 = I3 - I1;
  T twoT = square(m0[0]) / I1 + square(m0[1]) / I2 + square(m0[2]) / I3;
  T D1 = square(m0[1]) * I21 / I2 + square(m0[2]) * I31 / I3;
  T D3 = square(m0[0]) * I31 / I1 + square(m0[1]) * I32 / I2;
  T det = I1 * I2 * I3;

  struct Motion {
    Vec<Body, T> m;
    T psi;  ///< angle of the momentum frame about the momentum
  };

  Vec<Body, T> rate(const Vec<Body, T>& m) const {
    return {-m[1] * m[2] * I32 / (I2 * I3), m[0] * m[2] * I31 / (I1 * I3), -m[0] * m[1] * I21 / (I1 * I2)};
  }

  /// 1 - 2T I2, signed, as a product.
  T d2() const {
    using std::abs, std::sqrt;
    const T a = abs(m0[0]) * sqrt(T(I21 / I1)), b = abs(m0[2]) * sqrt(T(I32 / I3));
    return (b - a) * (b + a);
  }

  bool steady() const {
    const auto v = rate(m0);
    return (v[0] == 0 && v[1] == 0 && v[2] == 0) || D1 <= smallest<T>() || D3 <= smallest<T>();
  }

  /// Incomplete integral of the third kind at a reduced phase.
  static T third(const T& s, const T& c, const T& d, const T& n, const T& nc) {
    return s * ellint_rf(T(c * c), T(d * d), T(1)) +
           n / 3 * s * s * s * ellint_rj(T(c * c), T(d * d), T(1), T(c * c + nc * s * s));
  }

  Motion after(const T& h) const {
    const T d = d2();
    if (d == 0) return separatrix(h);
    return d < 0 ? case_i(h, d) : case_ii(h, d);
  }

  /// What cases (i) and (ii) share: the phase moved by lambda h, and the angle psi.
  struct Phase {
    T sn, cn, psi;
    T dn;
  };
  Phase advance(T s0, T c0, const T& m, const T& mc, const T& n, const T& nc, const T& lambda, const T& d,
                const T& h) const {
    using std::sqrt;
    const T r = sqrt(T(s0 * s0 + c0 * c0));
    s0 /= r, c0 /= r;
    const T flip = c0 < 0 ? T(-1) : T(1);
    s0 *= flip, c0 *= flip;
    const T d0 = sqrt(T(c0 * c0 + mc * s0 * s0)), K = ellint_rf(T(0), mc, T(1));
    const T u = s0 * ellint_rf(T(c0 * c0), T(d0 * d0), T(1)) + lambda * h;
    const T N = nearest_integer(T(u / (2 * K)));
    const auto [s, c, dn] = jacobi(T(u - 2 * K * N), m, mc);
    T integral = third(s, c, dn, n, nc) - third(s0, c0, d0, n, nc);
    if (N != 0) integral += 2 * N * (K + (n > 0 ? T(n / 3 * ellint_rj(T(0), mc, T(1), nc)) : T(0)));
    const T sign = N - 2 * nearest_integer(T(N / 2)) != 0 ? T(-flip) : flip;
    return {sign * s, sign * c, twoT * h + d / (lambda * I2) * integral, dn};
  }

  Motion case_i(const T& h, const T& d) const {
    using std::sqrt;
    const T sigma = m0[0] < 0 ? T(-1) : T(1);
    const T B21 = sqrt(T(I2 * D1 / I21)), B31 = sqrt(T(I3 * D1 / I31)), B13 = sqrt(T(I1 * D3 / I31));
    const auto p = advance(m0[1] / B21, m0[2] / B31, D1 * I32 / (D3 * I21), I31 * -d / (I21 * D3), I32 / (I2 * D3),
                           I3 * -d / (I2 * D3), sigma * sqrt(T(D3 * I21 / det)), d, h);
    return {{sigma * B13 * p.dn, B21 * p.sn, B31 * p.cn}, p.psi};
  }

  Motion case_ii(const T& h, const T& d) const {
    using std::sqrt;
    const T sigma = m0[2] < 0 ? T(-1) : T(1);
    const T B13 = sqrt(T(I1 * D3 / I31)), B23 = sqrt(T(I2 * D3 / I32)), B31 = sqrt(T(I3 * D1 / I31));
    const auto p = advance(m0[1] / B23, m0[0] / B13, D3 * I21 / (D1 * I32), I31 * d / (I32 * D1), I21 / (I2 * D1),
                           I1 * d / (I2 * D1), sigma * sqrt(T(D1 * I32 / det)), d, h);
    return {{B13 * p.cn, B23 * p.sn, sigma * B31 * p.dn}, p.psi};
  }

  Motion separatrix(const T& h) const {
    using std::abs, std::asinh, std::cosh, std::log, std::sqrt, std::tanh;
    const T B1 = sqrt(T(I1 * D3 / I31)), B3 = sqrt(T(I3 * D1 / I31));
    const T s1 = m0[0] < 0 ? T(-1) : T(1), s3 = m0[2] < 0 ? T(-1) : T(1);
    const T sech0 = B1 > B3 ? T(abs(m0[0]) / B1) : T(abs(m0[2]) / B3);
    const T far = -log(smallest<T>()) / 4;
    T u = asinh(T(m0[1] / sech0)) + s1 * s3 * sqrt(T(D3 * I21 / det)) * h;
    u = u > far ? far : u < -far ? T(-far) : u;
    const T sech = 1 / cosh(u);
    return {{s1 * B1 * sech, tanh(u), s3 * B3 * sech}, h / I2};
  }
};

/// What a period of a motion that is not steady does: about one axis of the body, in times of a unit momentum.
template <class T>
struct Round {
  T period, turn;  ///< of the momentum, and the angle about it, whole turns left open
  T theta[2];      ///< the least and the greatest angle of the axis that is circled and the momentum
};
template <class T>
Round<T> round_of(const Orbit<T>& o, const T& d) {
  using std::atan2, std::sqrt;
  const T B21 = sqrt(T(o.I2 * o.D1 / o.I21)), B31 = sqrt(T(o.I3 * o.D1 / o.I31)), B13 = sqrt(T(o.I1 * o.D3 / o.I31));
  const bool lam = d < 0;
  const T size = lam ? T(-d) : d, D = lam ? o.D3 : o.D1, far = lam ? o.I21 : o.I32;
  const T mc = o.I31 * size / (far * D), n = (lam ? o.I32 : o.I21) / (o.I2 * D),
          nc = (lam ? o.I3 : o.I1) * size / (o.I2 * D);
  const T lambda = sqrt(T(D * far / o.det)), K = ellint_rf(T(0), mc, T(1));
  const T period = 4 * K / lambda;
  T third = K;
  if (n > 0) third += n / 3 * ellint_rj(T(0), mc, T(1), nc);
  const T B23 = sqrt(T(o.I2 * o.D3 / o.I32)), kc = sqrt(mc);
  T least = lam ? T(atan2(B31, B13)) : T(atan2(B13, B31)),
    greatest = lam ? T(atan2(B21, T(B13 * kc))) : T(atan2(B23, T(B31 * kc)));
  if (greatest < least) std::swap(least, greatest);
  const T turn = o.twoT * period + 4 * d / (lambda * o.I2) * third;
  if (o.m0[lam ? 0 : 2] >= 0) return {period, turn, {least, greatest}};
  return {period, turn, {T(pi_of<T>() - greatest), T(pi_of<T>() - least)}};
}

/// Rows [v, m x v, m] with v along mdot: maps body components to the frame that carries the momentum.
template <class T>
Mat3<T> momentum_frame(const Vec<Body, T>& m, const Vec<Body, T>& rate) {
  const Vec<Body, T> v = rate / norm(rate), unit = m / norm(m);
  return transpose(from_columns(v, cross(unit, v), unit));
}

}  // namespace

template <class T>
Jacobi<T> jacobi(const T& u, const T& m, const T& mc) {
  using std::abs, std::cos, std::sin, std::sqrt;
  const T K = ellint_rf(T(0), mc, T(1)), size = abs(u);
  const bool reflect = 2 * size > K;
  const T v = reflect ? T(K - size) : size;

  T c, d, s = boost::math::jacobi_elliptic(T(sqrt(m)), v, &c, &d);
  d = sqrt(T(c * c + mc * s * s));
  if (v != 0) {
    const T error = d * (v - s * ellint_rf(T(c * c), T(d * d), T(1)));
    const T c1 = c * cos(error) - s * sin(error);
    s = s * cos(error) + c * sin(error);
    c = c1;
    d = sqrt(T(c * c + mc * s * s));
  }
  if (reflect) {
    const T kc = sqrt(mc), s1 = c / d, c1 = kc * s / d;
    d = kc / d, s = s1, c = c1;
  }
  return {u < 0 ? T(-s) : s, c, d};
}

template <class T>
RigidState<T> exact_free_motion(const FreeBody<T>& body, const T& t) {
  const auto& [Pi, R] = body.initial;
  const T G = norm(Pi);
  if (G == 0) return body.initial;

  int a[3] = {0, 1, 2};
  T parity(1);
  const auto order = [&](int i, int j) {
    if (body.I[a[j]] < body.I[a[i]]) std::swap(a[i], a[j]), parity = -parity;
  };
  order(0, 1), order(1, 2), order(0, 1);

  // An odd permutation reverses the sense of every cross product, which is a reversal of time.
  const Orbit<T> orbit{body.I[a[0]], body.I[a[1]], body.I[a[2]], {Pi[a[0]] / G, Pi[a[1]] / G, Pi[a[2]] / G}};
  const T h = parity * G * t;
  if (orbit.steady()) return {Pi, R * exp(t * body.Omega(Pi))};

  const auto [m, psi] = orbit.after(h);
  const auto turn = matrix(exp(Vec<Body, T>{T(0), T(0), psi}));
  const auto dR = from_matrix<Body, Body, T>(transpose(momentum_frame(orbit.m0, orbit.rate(orbit.m0))) *
                                             (turn * momentum_frame(m, orbit.rate(m))));
  Vec<Body, T> out, v;
  const T w[3] = {parity * dR.x, parity * dR.y, parity * dR.z};
  for (int j = 0; j < 3; ++j) out[a[j]] = G * m[j], v[a[j]] = w[j];
  return {out, R * Rotation<Body, Body, T>{dR.w, v[0], v[1], v[2]}};
}

template <class T>
FreeSpin<T> free_spin(const Inertia<T>& I, const Vec<Body, T>& Pi) {
  using std::abs, std::atan2, std::sqrt;
  const T G = norm(Pi), turn = 2 * pi_of<T>();
  int a[3] = {0, 1, 2};
  std::sort(a, a + 3, [&](int i, int j) { return I[i] < I[j]; });
  const T A = I[a[0]], B = I[a[1]], C = I[a[2]];
  const T unit = G > 0 ? G : T(1);
  const Orbit<T> orbit{A, B, C, {Pi[a[0]] / unit, Pi[a[1]] / unit, Pi[a[2]] / unit}};
  const auto& m = orbit.m0;
  const auto angle = [&](int k) {
    const T across = sqrt(T(square(m[(k + 1) % 3]) + square(m[(k + 2) % 3])));
    return T(atan2(across, m[k]));
  };
  FreeSpin<T> spin{SpinMode::uniform,
                   T(0),
                   T(turn / (G * sqrt(T(square(T(m[0] / A)) + square(T(m[1] / B)) + square(T(m[2] / C)))))),
                   T(C * orbit.twoT),
                   {angle(0), angle(0)}};
  constexpr double equal = 1e-10;
  const bool oblate = B - A <= equal * B, prolate = C - B <= equal * B;
  if (G == 0 || (oblate && prolate)) return spin;
  if (oblate || prolate) {
    const int k = oblate ? 2 : 0;
    const T off = abs(T(m[k] * (1 / B - 1 / (oblate ? C : A))));
    spin.theta[0] = spin.theta[1] = angle(k);
    if (off == 0 || (m[(k + 1) % 3] == 0 && m[(k + 2) % 3] == 0)) return spin;
    spin.mode = oblate ? SpinMode::SAM : SpinMode::LAM, spin.P_psi = turn / (G * off), spin.P_phi = turn * B / G;
    return spin;
  }
  if (orbit.steady()) return spin;
  const T d = orbit.d2();
  if (abs(d) < 1e3 * smallest<double>()) {  // or so near that doubles, which count the turns, underflow
    spin.mode = SpinMode::separatrix, spin.P_phi = turn * B / G;
    const T wide = atan2(T(sqrt(T(C * orbit.D1))), T(sqrt(T(A * orbit.D3)))), half = pi_of<T>() / 2;
    spin.theta[0] = m[0] < 0 ? half : wide, spin.theta[1] = m[0] < 0 ? T(pi_of<T>() - wide) : half;
    return spin;
  }
  const auto round = round_of(orbit, d);
  spin.mode = d < 0 ? SpinMode::LAM : SpinMode::SAM;
  spin.P_psi = round.period / G;
  spin.theta[0] = round.theta[0], spin.theta[1] = round.theta[1];
  // The axis circles at between 1/I2 and 1 over the third moment: a sum over so many times knows the whole turns.
  const Orbit<double> rough{static_cast<double>(A), static_cast<double>(B), static_cast<double>(C), cast<double>(m)};
  const double rough_d = static_cast<double>(d), third = rough_d < 0 ? rough.I3 : rough.I1;
  const double period = static_cast<double>(round.period), spread = std::abs(1 / rough.I2 - 1 / third);
  const int n = 32 + static_cast<int>(std::min(2e4, 2 * period * spread));
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const auto at = (rough_d < 0 ? rough.case_i(period * i / n, rough_d) : rough.case_ii(period * i / n, rough_d)).m;
    const double b = square(at[1]), o = square(at[rough_d < 0 ? 2 : 0]);
    sum += (b / rough.I2 + o / third) / (b + o);
  }
  const T turns = nearest_integer(T((T(sum * period / n) - round.turn) / turn));
  spin.P_phi = turn * spin.P_psi / (round.turn + turn * turns);
  return spin;
}

template FreeSpin<double> free_spin(const Inertia<double>&, const Vec<Body, double>&);
template FreeSpin<float128> free_spin(const Inertia<float128>&, const Vec<Body, float128>&);
template FreeSpin<float100> free_spin(const Inertia<float100>&, const Vec<Body, float100>&);
template RigidState<double> exact_free_motion(const FreeBody<double>&, const double&);
template RigidState<float128> exact_free_motion(const FreeBody<float128>&, const float128&);
template RigidState<float50> exact_free_motion(const FreeBody<float50>&, const float50&);
template RigidState<float100> exact_free_motion(const FreeBody<float100>&, const float100&);
template Jacobi<double> jacobi(const double&, const double&, const double&);
template Jacobi<float128> jacobi(const float128&, const float128&, const float128&);
template Jacobi<float50> jacobi(const float50&, const float50&, const float50&);
template Jacobi<float100> jacobi(const float100&, const float100&, const float100&);

}  // namespace polhode::reference
