// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "core/geometry/so3.hpp"
#include "core/stepping/method.hpp"
#include "methods/family/buss_turn.hpp"

// JSBSim: several steps, the attitude advanced with the rates before their update
// [reimplements JSBSim, src/models/FGPropagate.cpp and .h; the defaults are those of the .cpp]
//
//   F = Pi x w + T,   Q = q (0, w) / 2,   j = 0 the newest
//   start: all F_j and Q_j are those of t0                                                              (a)
//   q1 = q0 + h sum b_j Q_j, normalised;   Pi1 = Pi0 + h sum b_j F_j;   then F, Q at t0 + h             (b)
//   b: euler 1;  trapezoidal 1/2, 1/2;  AB2 3/2, -1/2;  AB3 (23, -16, 5)/12;  AB4 (55, -59, 37, -9)/24
//   buss2: q1 = q0 exp(h w + (h^2/2) dw + (h^3/12) dw x w),   dw = I^-1 F_0                               (c)
//
//                             b of Pi      b of q
//   jsbsim-euler              euler        euler         its default since 2011
//   jsbsim-trapezoidal        trapezoidal  trapezoidal   the mean of this and the last rate, hence order 1
//   jsbsim-ab2, -ab3, -ab4    AB2 3 4      AB2 3 4       the history that starts flat leaves order 2
//   jsbsim-ab2-trapezoidal    AB2          trapezoidal   its default from 2007 to 2011
//   jsbsim-buss2              AB2          buss2
//
// Departures: written for Pi. A changed h keeps the coefficients, as the program does.
namespace polhode {

namespace jsbsim {

/// b_j = numerators[j] / denominator, for this number of rates.
struct Weights {
  std::size_t size;
  std::array<int, 4> numerators;
  int denominator;
};
template <class T>
T weight(const Weights& b, std::size_t j) {
  return T(b.numerators[j]) / T(b.denominator);
}
inline constexpr Weights euler{1, {1}, 1};               ///< the present rate
inline constexpr Weights trapezoidal{2, {1, 1}, 2};      ///< mean of two rates
inline constexpr Weights ab2{2, {3, -1}, 2};             ///< Adams and Bashforth, two rates
inline constexpr Weights ab3{3, {23, -16, 5}, 12};       ///< Adams and Bashforth, three rates
inline constexpr Weights ab4{4, {55, -59, 37, -9}, 24};  ///< Adams and Bashforth, four rates
inline constexpr Weights buss2{0, {}, 1};                ///< no history

/// A row of the box.
struct Law {
  std::string_view id, label, reimplements;
  int order;
  Weights rates, attitude;
  std::optional<Order> order_without_torque = {};
};
/// The rows of the box.
inline constexpr Law laws[] = {
    {"jsbsim-euler", "JSBSim default", "JSBSim since 2011", 1, euler, euler},
    {"jsbsim-trapezoidal", "JSBSim trapezoidal", "JSBSim, option 2", 1, trapezoidal, trapezoidal},
    {"jsbsim-ab2", "JSBSim AB2", "JSBSim, option 3", 2, ab2, ab2},
    {"jsbsim-ab3", "JSBSim AB3", "JSBSim, option 4", 2, ab3, ab3},
    {"jsbsim-ab4", "JSBSim AB4", "JSBSim, option 5", 2, ab4, ab4},
    {"jsbsim-ab2-trapezoidal", "JSBSim before 2011", "JSBSim, 2007 to 2011", 1, ab2, trapezoidal, {{2, 1}}},
    {"jsbsim-buss2", "JSBSim AB2 + Buss 2", "JSBSim, rates by AB2 and attitude by Buss 2", 2, ab2, buss2}};

}  // namespace jsbsim

template <int n>
struct Jsbsim : CarriesState {
  static constexpr const auto& law = jsbsim::laws[n];
  static constexpr MethodInfo info{.id = law.id,
                                   .label = law.label,
                                   .source = "JSBSim, src/models/FGPropagate.cpp",
                                   .reimplements = law.reimplements,
                                   .order = law.order,
                                   .torque_evaluations = {1},
                                   .order_without_torque = law.order_without_torque};

  template <class T>
  struct Memory {
    RigidState<T> state;
    std::array<Vec<Body, T>, law.rates.size> F;
    std::array<Attitude<T>, law.attitude.size> Q;
  };

  template <class P, class T>
  static Memory<T> start(const P& body, const RigidState<T>& s, const T& t, const T&) {
    Memory<T> m{s, {}, {}};
    remember(body, m, t);
    m.F.fill(m.F[0]);  // (a)
    if constexpr (law.attitude.size > 0) m.Q.fill(m.Q[0]);
    return m;
  }

  template <class P, class T, class Counters>
  static Memory<T> step(const P& body, Memory<T> m, const T& t, const T& h, Counters&) {
    auto& [Pi, R] = m.state;
    if constexpr (law.attitude.size == 0) {
      R = R * exp(augmented_buss_turn(body.Omega(Pi), body.Omega(m.F[0]), h));  // (c)
    } else {
      for (std::size_t j = 0; j < m.Q.size(); ++j) R = plus(R, h * jsbsim::weight<T>(law.attitude, j), m.Q[j]);
      R = normalised(R);
    }
    for (std::size_t j = 0; j < m.F.size(); ++j) Pi += h * jsbsim::weight<T>(law.rates, j) * m.F[j];  // (b)
    remember(body, m, t + h);
    return m;
  }

 private:
  /// Puts F and Q of the state in front.
  template <class P, class T>
  static void remember(const P& body, Memory<T>& m, const T& t) {
    std::move_backward(m.F.begin(), m.F.end() - 1, m.F.end());
    const auto w = body.Omega(m.state.Pi);
    m.F[0] = cross(m.state.Pi, w) + body.torque(t, m.state.R);
    if constexpr (law.attitude.size > 0) {
      std::move_backward(m.Q.begin(), m.Q.end() - 1, m.Q.end());
      m.Q[0] = quaternion_rate(m.state.R, w);
    }
  }
};

using JsbsimEuler = Jsbsim<0>;
using JsbsimTrapezoidal = Jsbsim<1>;
using JsbsimAb2 = Jsbsim<2>;
using JsbsimAb3 = Jsbsim<3>;
using JsbsimAb4 = Jsbsim<4>;
using JsbsimAb2Trapezoidal = Jsbsim<5>;
using JsbsimBuss2 = Jsbsim<6>;

}  // namespace polhode
