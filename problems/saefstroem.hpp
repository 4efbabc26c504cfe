// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// The bodies of Celledoni & Säfström 2006, R(0) = 1. Of the tops V = u . e3, u = R^T u0, u0 = e3.
//
//   free-saefstroem-1          I = (1, 2, 3),           Omega(0) = (1, 0, 2),   t in [0, 1]     Figure 1
//   free-saefstroem-2          I = (1, 2, 3),           Omega(0) = (1, -2, 1),  t in [0, 400]   Figure 2
//   heavy-top-1000-5000-6000   I = (1000, 5000, 6000),  Omega(0) = (100, 100, 100)              Figures 3, 4
//   heavy-top-1-5-6            I = (1, 5, 6),           Omega(0) = (10, 10, 10)                 Figures 5, 6, 7
//   heavy-top-alpha            I = alpha (1, 2, 3),     Omega(0) = (1, 2, 3)                    Figure 8
//
// Constant: energy; spatial angular momentum (free), its component along e3 (tops). Reference: exact; converged.
namespace polhode {

namespace detail {
template <class T>
RigidBody<T> saefstroem(const Inertia<T>& I, const Vec<Body, T>& Omega) {
  RigidBody<T> body{I, {{}, Attitude<T>::identity()}};
  body.initial.Pi = body.momentum(Omega);
  return body;
}
template <class T>
TorquedBody<T> heavy_top(const Inertia<T>& I, const Vec<Body, T>& Omega) {
  return {saefstroem<T>(I, Omega), {UniformField<T>{axis<Body, T>(2), axis<Space, T>(2)}}};
}
}  // namespace detail

struct FreeSaefstroem1 {
  static constexpr ProblemInfo info{"free-saefstroem-1", "free body, I = (1, 2, 3), Omega = (1, 0, 2)",
                                    "Celledoni & Säfström 2006, Fig. 1"};
  template <class T>
  static FreeBody<T> make() {
    return {detail::saefstroem<T>({T(1), T(2), T(3)}, {T(1), T(0), T(2)})};
  }
};

struct FreeSaefstroem2 {
  static constexpr ProblemInfo info{"free-saefstroem-2", "free body, I = (1, 2, 3), Omega = (1, -2, 1)",
                                    "Celledoni & Säfström 2006, Fig. 2"};
  template <class T>
  static FreeBody<T> make() {
    return {detail::saefstroem<T>({T(1), T(2), T(3)}, {T(1), T(-2), T(1)})};
  }
};

struct HeavyTop1000 {
  static constexpr ProblemInfo info{"heavy-top-1000-5000-6000",
                                    "heavy top, I = (1000, 5000, 6000), Omega = (100, 100, 100)",
                                    "Celledoni & Säfström 2006, Figs. 3-4"};
  template <class T>
  static TorquedBody<T> make() {
    return detail::heavy_top<T>({T(1000), T(5000), T(6000)}, {T(100), T(100), T(100)});
  }
};

struct HeavyTop156 {
  static constexpr ProblemInfo info{"heavy-top-1-5-6", "heavy top, I = (1, 5, 6), Omega = (10, 10, 10)",
                                    "Celledoni & Säfström 2006, Figs. 5-7"};
  template <class T>
  static TorquedBody<T> make() {
    return detail::heavy_top<T>({T(1), T(5), T(6)}, {T(10), T(10), T(10)});
  }
};

struct HeavyTopAlpha {
  static constexpr ProblemInfo info{"heavy-top-alpha", "heavy top, I = alpha (1, 2, 3), Omega = (1, 2, 3)",
                                    "Celledoni & Säfström 2006, Fig. 8"};
  template <class T>
  static TorquedBody<T> make(const T& alpha = T(1)) {
    return detail::heavy_top<T>({alpha, T(2) * alpha, T(3) * alpha}, {T(1), T(2), T(3)});
  }
};

}  // namespace polhode
