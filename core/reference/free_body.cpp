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
    return d == 0 ? separatrix(h) : circle(h, d);
  }

  /// A motion that circles the axis of the least moment, d < 0, or of the greatest: the largest momentum along it, across
  /// it and on axis 2; the squares of the modulus, the parameter of the integral of the third kind, and the rate.
  struct Circling {
    int axis;
    T along, across, middle, m, mc, n, nc, rate;
  };
  Circling circling(const T& d) const {
    using std::sqrt;
    const bool lam = d < 0;
    const T size = lam ? T(-d) : d, D = lam ? D3 : D1, other = lam ? D1 : D3, far = lam ? I21 : I32,
            near = lam ? I32 : I21;
    const T B13 = sqrt(T(I1 * D3 / I31)), B31 = sqrt(T(I3 * D1 / I31));
    return {lam ? 0 : 2,
            lam ? B13 : B31,
            lam ? B31 : B13,
            sqrt(T(I2 * other / far)),
            other * near / (D * far),
            I31 * size / (far * D),
            near / (I2 * D),
            (lam ? I3 : I1) * size / (I2 * D),
            sqrt(T(D * far / det))};
  }

  Motion circle(const T& h, const T& d) const {
    using std::sqrt;
    const auto [axis, along, across, middle, m, mc, n, nc, rate] = circling(d);
    const T sigma = m0[axis] < 0 ? T(-1) : T(1), lambda = sigma * rate;
    T s0 = m0[1] / middle, c0 = m0[2 - axis] / across;
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
    const T sign = N - 2 * nearest_integer(T(N / 2)) != 0 ? T(-flip) : flip, on = sigma * along * dn,
            off = across * sign * c;
    return {{axis == 0 ? on : off, middle * sign * s, axis == 0 ? off : on}, twoT * h + d / (lambda * I2) * integral};
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

/// What a period of a motion does that circles an axis of the body.
template <class T>
void go_round(FreeSpin<T>& spin, const Orbit<T>& o, const T& d, const T& G) {
  using std::atan2, std::sqrt;
  const auto by = o.circling(d);
  const T K = ellint_rf(T(0), by.mc, T(1)), period = 4 * K / by.rate, round = 2 * pi_of<T>();
  T third = K;
  if (by.n > 0) third += by.n / 3 * ellint_rj(T(0), by.mc, T(1), by.nc);
  spin.mode = by.axis == 0 ? SpinMode::LAM : SpinMode::SAM, spin.P_psi = period / G;
  const T kc = sqrt(by.mc);
  T least = atan2(by.across, by.along), greatest = atan2(by.middle, T(by.along * kc));
  if (greatest < least) std::swap(least, greatest);
  const bool beside = o.m0[by.axis] >= 0;
  spin.theta[0] = beside ? least : T(pi_of<T>() - greatest), spin.theta[1] = beside ? greatest : T(pi_of<T>() - least);
  // About the momentum it turns by this, and by whole turns. The axis circles at between 1/I2 and 1 over the third
  // moment: a sum over so many times knows them.
  const T turn = o.twoT * period + 4 * d / (by.rate * o.I2) * third;
  const Orbit<double> rough{static_cast<double>(o.I1), static_cast<double>(o.I2), static_cast<double>(o.I3),
                            cast<double>(o.m0)};
  const double rough_d = static_cast<double>(d), rough_period = static_cast<double>(period),
               other = by.axis == 0 ? rough.I3 : rough.I1, spread = std::abs(1 / rough.I2 - 1 / other);
  const int n = 32 + static_cast<int>(std::min(2e4, 2 * rough_period * spread));
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const auto m = rough.circle(rough_period * i / n, rough_d).m;
    const double b = square(m[1]), a = square(m[2 - by.axis]);
    sum += (b / rough.I2 + a / other) / (b + a);
  }
  const T turns = nearest_integer(T((T(sum * rough_period / n) - turn) / round));
  spin.P_phi = round * spin.P_psi / (turn + round * turns);
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
  go_round(spin, orbit, d, G);
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
