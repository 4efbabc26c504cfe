// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/free_flow.hpp"

/// The free motion of several bodies at once, one in each lane of T (methods/lanes/pack.hpp), by the code for one body.
/// Lanes serve the standard branch. Bodies next to the separatrix or in steady rotation, or with extreme sizes or
/// angles, are left to be moved by themselves.
namespace polhode {

/// FreeConstants of the body in each lane.
template <class T>
struct LanesConstants {
  explicit LanesConstants(const Inertia<T>& I) {
    T J[3] = {I[0], I[1], I[2]}, r[3] = {I.reciprocals[0], I.reciprocals[1], I.reciprocals[2]}, parity = 1;
    const auto order = [&](int i, int j) {
      const auto swapped = J[j] < J[i];
      const auto exchange = [&](T& x, T& y) {
        const T before = x;
        x = select(swapped, y, x), y = select(swapped, before, y);
      };
      exchange(J[i], J[j]), exchange(r[i], r[j]), exchange(axis[i], axis[j]);
      parity = select(swapped, -parity, parity);
    };
    order(0, 1), order(1, 2), order(0, 1);
    for (int k = 0; k < 3; ++k) place[k] = select(axis[0] == T(k), T(0), select(axis[1] == T(k), T(1), T(2)));
    regions = theta::Regions<T>::of(J, r, parity);
    served = J[2] > T(1e-100) && J[2] < T(1e100) && J[2] > J[0];
    fastest = r[0];
  }

  /// v[n[j]] in component j.
  static Vec<Body, T> pick(const Vec<Body, T>& v, const T (&n)[3]) {
    const auto one = [&](const T& i) { return select(i == T(0), v[0], select(i == T(1), v[1], v[2])); };
    return {one(n[0]), one(n[1]), one(n[2])};
  }

  theta::Regions<T> regions;
  T axis[3] = {0, 1, 2};         ///< the axis of each moment, ascending
  T place[3];                    ///< the place of each axis among them
  T fastest;                     ///< reciprocal of the least moment
  decltype(T(0) < T(0)) served;  ///< where lanes serve a body of this inertia
};

/// A momentum along the canonical axes of its motion, with its orbit, of the body in each lane; `of_run` as
/// detail::KeptMomentum.
template <class T, bool of_run = false>
struct LanesMomentum {
  static constexpr bool kept = of_run;

  LanesMomentum(const LanesConstants<T>& constants, const Vec<Body, T>& Pi, const FreeAmplitudes<T>* start = nullptr)
      : body(constants) {
    const T G2 = norm2(Pi);
    const auto m = body.pick(Pi, body.axis);
    const auto& [largest, least] = body.regions;
    const T f = largest.c1 * (m[2] * m[2]) - largest.c2 * (m[0] * m[0]);
    around_largest = f > T(0);
    region_ = select(around_largest, largest, least);
    const T p1 = select(around_largest, m[0], m[2]), p3 = select(around_largest, m[2], m[0]);
    sign[0] = copysign(T(1), p1), sign[2] = copysign(T(1), p3), sign[1] = sign[0] * sign[2] * region_.parity;
    if (start) {
      const T A = select(around_largest, start->about_least, start->about_greatest),
              B = select(around_largest, start->about_greatest, start->about_least);
      orbit = theta::Orbit<T>::of(region_, abs(p1), sign[1] * m[1], abs(p3), f, G2, A * A, B * B, A, B);
    } else {
      orbit = theta::Orbit<T>::of(region_, abs(p1), sign[1] * m[1], abs(p3), f, G2);
    }
    served = body.served && G2 > T(1e-20) && G2 < T(1e200) && !orbit.steady(G2) && orbit.standard();
  }
  FreeAmplitudes<T> amplitudes() const {
    return {select(around_largest, orbit.A, orbit.B), select(around_largest, orbit.B, orbit.A)};
  }
  /// The lanes whose angles stay far below theta::library_angle.
  auto supports(const T& h) const { return served && orbit.G * body.fastest * abs(h) < T(1e5); }

  /// Components along the canonical axes, as components along the axes of the body.
  Vec<Body, T> to_body(const T& x, const T& y, const T& z) const {
    const T a = sign[0] * x, c = sign[2] * z;
    return body.pick({select(around_largest, a, c), sign[1] * y, select(around_largest, c, a)}, body.place);
  }
  /// A momentum in body axes, from canonical components.
  Vec<Body, T> momentum(const T& x, const T& y, const T& z) const { return to_body(x, y, z); }
  Rotation<Body, Body, T> to_body(const detail::CanonicalRotation<T>& R) const {
    const auto v = to_body(R.x, R.y, R.z);
    return {R.w, v[0], v[1], v[2]};
  }

  const theta::Region<T>& region() const { return region_; }

  theta::Orbit<T> orbit;

 private:
  const LanesConstants<T>& body;
  decltype(T(0) < T(0)) around_largest, served;
  theta::Region<T> region_;
  T sign[3];
};

/// Free motion over h, like theta_increment, of the bodies that lanes serve.
template <class Momentum, class T>
FreeIncrement<T> lanes_increment(const Momentum& c, const T& h) {
  const theta::ShortStep<T> step(c.region(), c.orbit, h);
  const auto longer = c.supports(h) && !step.supports();
  const auto a = short_increment(c, step);
  if (!any(longer)) return a;
  const auto b = theta_step<theta::Standard<T>>(c, h);
  const auto one = [&](const T& x, const T& y) { return select(longer, y, x); };
  return {{one(a.Pi[0], b.Pi[0]), one(a.Pi[1], b.Pi[1]), one(a.Pi[2], b.Pi[2])},
          {one(a.dR.w, b.dR.w), one(a.dR.x, b.dR.x), one(a.dR.y, b.dR.y), one(a.dR.z, b.dR.z)}};
}

}  // namespace polhode
