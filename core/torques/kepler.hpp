// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "core/geometry/real.hpp"

/// Two bodies, for every eccentricity and every time: universal variables, from the periapsis [Stumpff 1947; Battin
/// 1999, sections 4.5 and 4.6]. Lengths are in units of the distance of the periapsis, q, times in those of
/// sqrt(q^3/mu).
namespace polhode::kepler {

/// Stumpff's functions of x = s^2, hyperbolic where x < 0. Without cancellation: up to |x| = 4 by their series.
template <class T>
struct Stumpff {
  T c1;  ///< (sin s)/s
  T c2;  ///< (1 - cos s)/s^2
  T c3;  ///< (s - sin s)/s^3

  /// Stumpff's functions of x = s^2; of a negative x, by hyperbolic functions.
  explicit Stumpff(const T& x) {
    using std::abs, std::exp, std::sin, std::sqrt;
    if (x < T(4) && x > T(-4)) {
      T even(1), odd = T(1) / T(3);  // 2 c2 and 2 c3
      c2 = even, c3 = odd;
      for (int k = 1; k < 200; ++k) {
        even *= -x / T((2 * k + 1) * (2 * k + 2)), odd *= -x / T((2 * k + 2) * (2 * k + 3));
        c2 += even, c3 += odd;
        if (T(abs(even)) < epsilon<T>() / T(100)) break;
      }
      c2 /= T(2), c3 /= T(2), c1 = T(1) - x * c3;
    } else if (x > T(0)) {
      const T s = sqrt(x), half = sin(T(s / T(2)));
      c1 = T(sin(s)) / s, c2 = T(2) * half * half / x, c3 = (T(1) - c1) / x;
    } else {
      const T s = sqrt(T(-x)), e = exp(s), back = T(1) / e, sinh = (e - back) / T(2), cosh = (e + back) / T(2);
      c1 = sinh / s, c2 = (T(1) - cosh) / x, c3 = (T(1) - c1) / x;
    }
  }
};

/// Position on an orbit, in its plane.
template <class T>
struct Place {
  T x;   ///< towards the periapsis
  T y;   ///< across
  T r;   ///< the distance
  T vx;  ///< the velocity along x
  T vy;  ///< the velocity along y
};

/// The universal anomaly chi of a time >= 0 since the periapsis, at most half a period: chi + e chi^3 c3 = time. The
/// left side grows and is convex, so Newton's method descends to the root from above.
template <class T>
T anomaly(const T& e, const T& time) {
  using std::exp, std::log, std::sqrt;
  const T alpha = T(1) - e, eased = time * T(1.01);
  T chi = eased;
  if (alpha > T(0)) chi = std::min(chi, T((T(1) + T(4) * epsilon<T>()) * pi_of<T>() / sqrt(alpha)));
  if (e > T(0.1) && time > T(0.1)) {  // c3 >= 1/pi^2 up to half a period, >= 1/6 on hyperbolas
    const T cubic = exp(T(log(T((alpha > T(0) ? T(10) : T(6.1)) * eased / e)) / T(3)));
    chi = std::min(chi, cubic);
    if (const T b = alpha < T(0) ? T(sqrt(T(-alpha))) : T(0); b * chi > T(1)) {
      const T size = T(1.01) * (eased * b * b * b / e + b * chi);
      chi = std::min(chi, T(log(T(size + sqrt(T(size * size + T(1))))) / b * T(1.01)));
    }
  }
  for (int i = 0; i < 200; ++i) {
    const T square = chi * chi;
    const Stumpff<T> c(alpha * square);
    const T next = chi - (chi + e * square * chi * c.c3 - time) / (T(1) + e * square * c.c2);
    if (!(next < chi)) break;
    chi = next;
  }
  return chi;
}

/// The place at a universal anomaly.
template <class T>
Place<T> place(const T& e, const T& chi) {
  using std::sqrt;
  const T square = chi * chi, b = sqrt(T(T(1) + e));
  const Stumpff<T> c((T(1) - e) * square);
  const T r = T(1) + e * square * c.c2;
  return {T(1) - square * c.c2, b * chi * c.c1, r, -chi * c.c1 / r, b * (T(1) - (T(1) - e) * square * c.c2) / r};
}

/// The place at a time far out on a hyperbola, next to an anomaly of the same sign. The exponential would amplify the
/// last bits of the anomaly, so the last Newton step for the eccentric anomaly is applied to the place instead.
template <class T>
Place<T> far_place(const T& e, const T& time, const T& chi) {
  using std::exp, std::sqrt;
  const T a = e - T(1), b = sqrt(a), s = b * chi, grown = exp(s), back = T(1) / grown;
  const T sinh = (grown - back) / T(2), cosh = (grown + back) / T(2);
  const T slip = (a * b * time + s - e * sinh) / (e * cosh - T(1));
  const T y = sinh + slip * cosh, x = cosh + slip * sinh, r = (e * x - T(1)) / a, across = sqrt(T(e + T(1)));
  return {(e - x) / a, across * y / b, r, -y / (b * r), across * x / r};
}

/// The time since the periapsis at a universal anomaly of either sign.
template <class T>
T time_at(const T& e, const T& chi) {
  const T square = chi * chi;
  return chi + e * square * chi * Stumpff<T>((T(1) - e) * square).c3;
}

/// The period of an ellipse.
template <class T>
T period(const T& e) {
  using std::sqrt;
  const T alpha = T(1) - e;
  return T(2) * pi_of<T>() / (alpha * sqrt(alpha));
}

/// The place at a time since the periapsis, of either sign and any size. Error: a few epsilon, in units of the
/// distance, beside the effect of half a unit in the last place of the time.
template <class T>
Place<T> at_time(const T& e, T time) {
  if (e < T(1)) {
    const T whole = period(e);
    time -= whole * nearest_integer(T(time / whole));
  }
  const bool before = time < T(0);
  const T size = anomaly(e, before ? T(-time) : time), chi = before ? T(-size) : size;
  return (e - T(1)) * chi * chi > T(1) ? far_place(e, time, chi) : place(e, chi);
}

}  // namespace polhode::kepler
