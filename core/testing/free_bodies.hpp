// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry/decimal.hpp"
#include "core/reference/free_body.hpp"

/// Free bodies and the error allowed in their motion, for tests.
namespace polhode::free_bodies {

using Triple = std::array<double, 3>;

struct Case {
  std::string name;
  Triple I, m;
  double h;
};
using Cases = std::vector<Case>;

inline constexpr double at_switch = 0.0294372515228594;  ///< between two ways to the elliptic functions

class Random {
 public:
  explicit Random(unsigned seed) : generator(seed) {}
  double operator()(double a, double b) { return std::uniform_real_distribution<double>(a, b)(generator); }
  double sign() { return (*this)(0, 1) < 0.5 ? -1 : 1; }
  double decades(double a, double b) { return std::pow(10, (*this)(a, b)); }
  double normal() { return std::normal_distribution<double>()(generator); }

 private:
  std::mt19937_64 generator;
};

inline Case any(Random& u) {
  return {"generic",
          {u.decades(-1, 1), u.decades(-1, 1), u.decades(-1, 1)},
          {u.normal(), u.normal(), u.normal()},
          u(-10, 10)};
}

/// A momentum with that k'^2, circling the axis of I[2], in random signs; m2 of size `dwell`, or anything.
inline Case orbit(Random& u, const Triple& I, double kp2, double h, double dwell = 0) {
  const double c1 = I[0] * (I[2] - I[1]) / (I[1] * (I[2] - I[0])), c2 = I[2] * (I[1] - I[0]) / (I[1] * (I[2] - I[0]));
  const double m1 = u(0.1, 1), m2 = dwell > 0 ? dwell : u(0, 2);
  const double m3 = std::sqrt((c2 / c1 * m1 * m1 + kp2 * c2 * m2 * m2) / (1 - kp2));
  return {"k'^2", I, {u.sign() * m1, u.sign() * m2, u.sign() * m3}, h};
}

inline void generic(Random& u, Cases& cases) {
  for (int i = 0; i < 300; ++i) cases.push_back(any(u));
}

inline void towards_the_separatrix(Random& u, Cases& cases) {
  for (double e = -0.5; e >= -16; e -= 0.5)
    for (int i = 0; i < 4; ++i)
      for (const Triple& I : std::vector<Triple>{{0.6, 0.8, 1}, {1, 0.8, 0.6}, {0.3, 0.9, 1}, {1, 0.9, 0.3}})
        cases.push_back(orbit(u, I, std::pow(10, e), u.sign() * u.decades(-1, 2)));
}

inline void both_sides_of_the_switch(Random& u, Cases& cases) {
  for (const double off : {-0.3, -1e-2, -1e-6, -1e-14, 0.0, 1e-14, 1e-6, 1e-2, 0.3})
    for (const double e : {1e-8, 1e-4, 0.1, 0.5, 0.9, 1 - 1e-4, 1 - 1e-8})
      for (const bool largest : {false, true}) {
        const double I2 = 0.5 + 0.5 * e;
        const Triple up{0.5, I2, 1}, down{1, I2, 0.5};
        cases.push_back(orbit(u, largest ? up : down, at_switch * (1 + off), u.sign() * u.decades(-1, 2)));
      }
}

inline void near_the_axes(Random& u, Cases& cases) {
  for (int axis = 0; axis < 3; ++axis)
    for (int e = 2; e <= 14; ++e)
      for (int i = 0; i < 3; ++i) {
        Case c{"axis", {0.6, 0.8, 1}, {}, u.sign() * u.decades(-1, 2)};
        for (int j = 0; j < 3; ++j) c.m[j] = j == axis ? u.sign() : std::pow(10, -e) * u(-1, 1);
        cases.push_back(c);
      }
  for (const double off : {1e-100, 1e-139, 1e-141, 1e-160, 1e-300})
    for (int axis = 0; axis < 3; ++axis)
      for (const double h : {3.0, -500.0, off < 1e-140 ? 0.01 : 5000.0}) {  // below 1e-140 counts as 0
        Case c{"next to an axis", {0.6, 0.8, 1}, {off, -0.6 * off, 0.7 * off}, h};
        c.m[axis] = -1;
        cases.push_back(c);
      }
}

inline void nearly_equal_moments(Random& u, Cases& cases) {
  for (int e = 1; e <= 14; ++e)
    for (int i = 0; i < 2; ++i) {
      const double d = std::pow(10, -e), h = u.sign() * u.decades(-1, 2);
      const Triple oblate{0.6, 0.6 * (1 + d), 1}, prolate{0.6, 1 - d, 1}, ball{1, 1 + d, 1 + 3 * d};
      const double long_h = h / d / 10;
      for (const auto& [I, t] : {std::pair{oblate, h}, {prolate, h}, {ball, h}, {ball, long_h}})
        cases.push_back({"generic", I, any(u).m, t});
      for (const double kp2 : {1e-3, 1e-8})
        cases.push_back(orbit(u, oblate, kp2, h)), cases.push_back(orbit(u, prolate, kp2, h));
    }
}

inline void needles_and_discs(Random& u, Cases& cases) {
  for (int e = 1; e <= 8; ++e)
    for (int i = 0; i < 6; ++i) {
      const double d = std::pow(10, -e), h = u.sign() * u.decades(-2, 1);
      for (const Triple& I :
           std::vector<Triple>{{d, 1, 1.1}, {1, d, 1 + d}, {1.1, 1, d}, {1, 1.3, 2 / d}, {1, 1, 1 / d}, {1, 2, 2 / d}})
        cases.push_back({"generic", I, any(u).m, h});
    }
}

inline void limits_with_names_of_their_own(Random&, Cases& cases) {
  for (const double h : {1e-3, 0.7, -30.0, 900.0}) {
    cases.push_back({"sphere", {2, 2, 2}, {0.3, -1, 0.7}, h});
    for (const auto& m : {Triple{0.3, -1, 0.7},
                          {0.3, -1.0, 0.0},
                          {0.0, 0.0, 1.0},
                          {0.0, -1.0, 0.7},
                          {-1.0, 0.0, 0.7},
                          {1.0, 0.0, 0.0},
                          {0.0, -1.0, 0.0}})
      for (const Triple& I : std::vector<Triple>{
               {1, 1, 1.8}, {1.8, 1, 1}, {1, 1.8, 1}, {1, 2.5, 2.5}, {2.5, 2.5, 1}, {2.5, 1, 2.5}, {0.6, 0.8, 1}})
        cases.push_back({"symmetric body or zero components", I, m, h});
    // 1/2 - 1/3 = 1/3 - 1/6: on the separatrix for |m1| = |m3|
    for (const double m1 : {1.0, -1.0})
      for (const double m3 : {1.0, -1.0})
        for (const double m2 : {0.5, 0.0, -3.0, 1e6})
          cases.push_back({"on the separatrix", {2, 3, 6}, {m1, m2, m3}, h});
  }
}

inline void any_order_of_the_axes_and_any_signs(Random&, Cases& cases) {
  int p[3] = {0, 1, 2};
  const Triple I{0.6, 0.8, 1};
  do {
    for (const Triple& m : std::vector<Triple>{{1.8, 0.4, 0.9}, {0.3, 0.4, 1.9}, {1, 0.9, 1.29}})
      for (int signs = 0; signs < 8; ++signs) {
        Case c{"permuted", {}, {}, 2.7};
        for (int j = 0; j < 3; ++j) c.I[j] = I[p[j]], c.m[j] = m[p[j]] * (signs >> p[j] & 1 ? -1 : 1);
        cases.push_back(c);
      }
  } while (std::next_permutation(p, p + 3));
}

inline void steps(Random& u, Cases& cases) {
  for (double e = -9; e <= 6; e += 0.5)
    for (int i = 0; i < 4; ++i) {
      Case c = any(u);
      c.h = (i % 2 ? -1 : 1) * std::pow(10, e);
      cases.push_back(c);
    }
}

inline void units(Random& u, Cases& cases) {
  for (const double mass : {1e-150, 1e-100, 1e-12, 1.0, 1e12, 1e100, 1e150})
    for (const double momentum : {1e-150, 1e-100, 1e-12, 1.0, 1e12, 1e100, 1e150})
      for (int i = 0; i < 3; ++i) {
        Case c = any(u);
        c.h *= mass / momentum;
        for (int j = 0; j < 3; ++j) c.I[j] *= mass, c.m[j] *= momentum;
        cases.push_back(c);
      }
}

/// A kind of bodies and orbits with its own difficulty.
struct Kind {
  const char* name;
  unsigned seed;
  void (*add)(Random& u, Cases& cases);

  Cases cases() const {
    Random u(seed);
    Cases all;
    add(u, all);
    return all;
  }
};
/// All kinds.
inline constexpr Kind kinds[] = {{"Generic", 1, generic},
                                 {"TowardsTheSeparatrix", 2, towards_the_separatrix},
                                 {"BothSidesOfTheSwitch", 3, both_sides_of_the_switch},
                                 {"NearTheAxes", 4, near_the_axes},
                                 {"NearlyEqualMoments", 5, nearly_equal_moments},
                                 {"NeedlesAndDiscs", 6, needles_and_discs},
                                 {"LimitsWithNamesOfTheirOwn", 0, limits_with_names_of_their_own},
                                 {"AnyOrderOfTheAxesAndAnySigns", 0, any_order_of_the_axes_and_any_signs},
                                 {"Steps", 7, steps},
                                 {"Units", 8, units}};

inline FreeBody<double> body(const Case& c) {
  return {{{c.I[0], c.I[1], c.I[2]}, {{c.m[0], c.m[1], c.m[2]}, Attitude<double>::identity()}}};
}

/// The state after h by a flow's increment.
template <class Flow, class T>
RigidState<T> moved(const FreeBody<T>& b, const RigidState<T>& s, const T& h) {
  const auto [Pi, dR] = Flow::increment(b.I, s.Pi, h);
  return {Pi, s.R * dR};
}

/// Largest difference of m/|m| and of the attitude matrix.
template <class T>
double difference(const RigidState<T>& a, const RigidState<T>& b) {
  using std::abs;
  const T size = norm(b.Pi);
  const auto m = size > T(0) ? (a.Pi - b.Pi) / size : a.Pi;
  const auto A = matrix(a.R) - matrix(b.R);
  T worst(0);
  for (int i = 0; i < 3; ++i) {
    if (!(abs(m[i]) <= worst)) worst = abs(m[i]);
    for (int j = 0; j < 3; ++j)
      if (!(abs(A(i, j)) <= worst)) worst = abs(A(i, j));
  }
  return static_cast<double>(worst);
}

/// The effect of half a unit in the last place of any input on the exact answer.
template <class T>
double sensitivity(const Case& c, const RigidState<T>& exact) {
  double worst = 0;
  for (int k = 0; k < 7; ++k) {
    auto b = cast<T>(body(c));
    T h(c.h);
    const T s = 1 + T(0x1p-53);
    T I[3] = {b.I[0], b.I[1], b.I[2]};
    if (k < 3) I[k] *= s;
    if (k >= 3 && k < 6) b.initial.Pi[k - 3] *= s;
    if (k == 6) h *= s;
    b.I = {I[0], I[1], I[2]};
    worst = std::max(worst, difference(reference::exact_free_motion(b, h), exact));
  }
  return worst;
}

}  // namespace polhode::free_bodies
