// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "core/geometry/real.hpp"

/// Elliptic kernels of the methods, in any scalar. All take the complement mc = 1 - k^2, never k: next to the
/// separatrix, 1 - k^2 computed from k has no correct digit. (The references use Boost's; these share no line.)
namespace polhode::elliptic {

/// Jacobi's elliptic functions of one argument.
template <class T>
struct JacobiFunctions {
  T sn, cn, dn;
};

/// sn, cn, dn of u for 0 < mc <= 1 by Bulirsch's descending recurrence (Numer. Math. 7, 1965): every addition has
/// equal signs, so cn and dn keep their relative accuracy up to u = K. Best for |u| <= K.
template <class T>
JacobiFunctions<T> sncndn(const T& u, const T& mc) {
  using std::abs, std::cos, std::sin, std::sqrt;
  constexpr int most = 32;
  T arithmetic[most], geometric[most];
  const T enough = T(std::exp2(-(bits<T>() - 1) / 2.0 - 2));
  T a(1), product = mc, mean(1);
  int n = 0;
  for (bool last = false; !last && n < most;) {
    const T g = sqrt(product);
    arithmetic[n] = a, geometric[n] = g, ++n;
    mean = (a + g) / 2;
    last = abs(a - g) <= enough * a;
    if (carries_derivatives<T> && last && a != g && abs(a - g) > epsilon<T>() * a) last = false;
    product = a * g;
    a = mean;
  }
  const T phase = mean * u;
  JacobiFunctions<T> r{sin(phase), cos(phase), T(1)};
  if (r.sn == T(0)) return r;
  T ratio = r.cn / r.sn, c = ratio * mean;
  for (int i = n - 1; i >= 0; --i) {
    const T b = arithmetic[i];
    ratio = c * ratio;
    c = r.dn * c;
    r.dn = (geometric[i] + ratio) / (b + ratio);
    ratio = c / b;
  }
  r.sn = with_sign(T(1 / sqrt(c * c + T(1))), r.sn);
  r.cn = c * r.sn;
  return r;
}

namespace detail {

/// Bound on the relative spread of the arguments at which a series cut after order p - 1 is exact to
/// epsilon<T>: 2^(-digits / p). Derivatives lose one order, which two more duplications restore.
template <class T, int P>
T spread() {
  return T(std::exp2(-(bits<T>() + 2.0) / P) / (carries_derivatives<T> ? 16 : 1));
}

template <class T>
T largest(const T& a, const T& b, const T& c) {
  return std::max(a, std::max(b, c));
}

}  // namespace detail

/// Carlson's R_C(x, y) for x >= 0, y > 0, by duplication (Carlson 1995).
template <class T>
T carlson_rc(T x, T y) {
  using std::abs, std::sqrt;
  const T mean0 = (x + y + y) / 3;
  T mean = mean0, spread = abs(mean0 - x), fourth(1);
  const T off = y - mean0;
  while (spread * fourth > detail::spread<T, 8>() * mean) {
    const T lambda = 2 * sqrt(x) * sqrt(y) + y;
    x = (x + lambda) / 4, y = (y + lambda) / 4, mean = (mean + lambda) / 4;
    fourth = fourth / 4;
  }
  const T s = off * fourth / mean, s2 = s * s;
  const T series =
      T(1) + s2 * (T(3) / 10 + s * (T(1) / 7 + s * (T(3) / 8 + s * (T(9) / 22 + s * (T(159) / 208 + s * 9 / 8)))));
  return series / sqrt(mean);
}

/// Carlson's R_F(x, y, z) for non-negative arguments, at most one of them zero.
template <class T>
T carlson_rf(T x, T y, T z) {
  using std::abs, std::sqrt;
  const T mean0 = (x + y + z) / 3, dx = mean0 - x, dy = mean0 - y;
  const T spread = detail::largest<T>(abs(dx), abs(dy), abs(mean0 - z));
  T mean = mean0, fourth(1);
  while (spread * fourth > detail::spread<T, 6>() * mean) {
    const T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), lambda = rx * (ry + rz) + ry * rz;
    x = (x + lambda) / 4, y = (y + lambda) / 4, z = (z + lambda) / 4, mean = (mean + lambda) / 4;
    fourth = fourth / 4;
  }
  const T X = dx * fourth / mean, Y = dy * fourth / mean, Z = -(X + Y), E2 = X * Y - Z * Z, E3 = X * Y * Z;
  return (T(1) - E2 / 10 + E3 / 14 + E2 * E2 / 24 - 3 * E2 * E3 / 44) / sqrt(mean);
}

/// Carlson's R_J(x, y, z, p) for non-negative x, y, z, at most one of them zero, and p > 0. Accurate for
/// p >= min(x, y, z), which suffices for rigid bodies.
template <class T>
T carlson_rj(T x, T y, T z, T p) {
  using std::abs, std::sqrt;
  // Squares of distances from the middle axis, whose products would underflow; the degree of the integral is -3/2.
  if (const T least = sqrt(smallest<T>()); p > T(0) && p < least)
    return carlson_rj(T(x / least), T(y / least), T(z / least), T(p / least)) / (least * sqrt(least));
  const T mean0 = (x + y + z + p + p) / 5, dx = mean0 - x, dy = mean0 - y, dz = mean0 - z;
  const T spread = std::max(detail::largest<T>(abs(dx), abs(dy), abs(dz)), T(abs(mean0 - p)));
  T delta = (p - x) * (p - y) * (p - z), mean = mean0, fourth(1), sum(0);
  while (spread * fourth > detail::spread<T, 6>() * mean) {
    const T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), rp = sqrt(p), lambda = rx * (ry + rz) + ry * rz;
    const T d = (rp + rx) * (rp + ry) * (rp + rz);
    sum += fourth / d * carlson_rc(T(1), T(T(1) + delta / (d * d)));
    x = (x + lambda) / 4, y = (y + lambda) / 4, z = (z + lambda) / 4, p = (p + lambda) / 4;
    mean = (mean + lambda) / 4;
    fourth = fourth / 4, delta = delta / 64;
  }
  const T s = fourth / mean, X = dx * s, Y = dy * s, Z = dz * s, P = -(X + Y + Z) / 2, XYZ = X * Y * Z;
  const T E2 = X * Y + Y * Z + Z * X - 3 * P * P, E3 = XYZ + (2 * E2 + 4 * P * P) * P;
  const T E4 = (2 * XYZ + (E2 + 3 * P * P) * P) * P, E5 = XYZ * P * P;
  const T series = T(1) - 3 * E2 / 14 + E3 / 6 + 9 * E2 * E2 / 88 - 3 * E4 / 22 - 9 * E2 * E3 / 52 + 3 * E5 / 26;
  return fourth * series / (mean * sqrt(mean)) + 6 * sum;
}

}  // namespace polhode::elliptic
