// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// The bodies of Krysl 2006, section 5, and Krysl 2004, section 4.
//
//   free-krysl                I = (0.9144, 1.098, 1.66),  Omega(0) = (0.45549, 0.82623, 0.03476),  t = 100
//   lagrange-top-slow         I = (5, 5, 1),  R(0) = exp(0.05 e1),  Omega(0) = 5 e3,   V = 20 R33,  t = 20
//   lagrange-top-fast         I = (5, 5, 1),  R(0) = exp(0.3 e1),   Omega(0) = 50 e3,  V = 20 R33,  t = 20
//   coulomb-wall              I = (2, 3, 4.5),  Pi(0) = (2, 2, 2),  V = 1/y - 0.001/y^10,  y = 1.1 + R33
//   coulomb-wall-attractive   the same with the other sign of V
//
// R33 = e3 . R e3. The time of the fast top is not printed; that of the slow one is assumed. The printed torque of the
// Coulomb body belongs to the printed V with its sign turned: it repels, against the prose. The figures were made with
// it; the sign of the prose breaks every method down at the step of the figures.
//
// Constant: energy; spatial momentum (free), its component along e3 (others). References: exact for the free body and
// the tops, converged for the Coulomb body.
namespace polhode {

struct FreeKrysl {
  static constexpr ProblemInfo info{"free-krysl", "free body, I = (0.9144, 1.098, 1.66)", "Krysl 2006, sec. 5.1"};
  template <class T>
  static FreeBody<T> make() {
    const auto ratio = [](int n, int d) { return T(n) / T(d); };
    FreeBody<T> body{
        {Inertia<T>(ratio(9144, 10000), ratio(1098, 1000), ratio(166, 100)), {{}, Attitude<T>::identity()}}};
    body.initial.Pi = body.momentum({ratio(45549, 100000), ratio(82623, 100000), ratio(3476, 100000)});
    return body;
  }
};

namespace detail {
template <class T>
TorquedBody<T> krysl_top(const T& tilt, const T& spin) {
  const Vec<Body, T> about_e1{tilt, T(0), T(0)};
  return {{{T(5), T(5), T(1)}, {{T(0), T(0), spin}, relabel<Body, Space>(exp(about_e1))}},
          {UniformField<T>{{T(0), T(0), T(20)}, axis<Space, T>(2)}}};
}
template <class T>
TorquedBody<T> coulomb_body(bool attractive) {
  return {{{T(2), T(3), T(9) / T(2)}, {{T(2), T(2), T(2)}, Attitude<T>::identity()}},
          {CoulombWall<T>{axis<Body, T>(2), attractive}}};
}
}  // namespace detail

struct LagrangeTopSlow {
  static constexpr ProblemInfo info{"lagrange-top-slow", "Lagrange top, Omega3 = 5, tilt 0.05", "Krysl 2006, sec. 5.2"};
  template <class T>
  static TorquedBody<T> make() {
    return detail::krysl_top<T>(T(1) / T(20), T(5));
  }
};

struct LagrangeTopFast {
  static constexpr ProblemInfo info{"lagrange-top-fast", "Lagrange top, Omega3 = 50, tilt 0.3",
                                    "Krysl 2006, sec. 5.3; Krysl 2004, sec. 4"};
  template <class T>
  static TorquedBody<T> make() {
    return detail::krysl_top<T>(T(3) / T(10), T(50));
  }
};

struct CoulombWallBody {
  static constexpr ProblemInfo info{"coulomb-wall", "body before a charged wall, torque as printed",
                                    "Krysl 2006, sec. 5.4"};
  template <class T>
  static TorquedBody<T> make() {
    return detail::coulomb_body<T>(false);
  }
};

struct CoulombWallAttractive {
  static constexpr ProblemInfo info{"coulomb-wall-attractive", "body before a charged wall, torque as in the prose",
                                    "Krysl 2006, sec. 5.4"};
  template <class T>
  static TorquedBody<T> make() {
    return detail::coulomb_body<T>(true);
  }
};

}  // namespace polhode
