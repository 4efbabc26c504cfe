// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "core/geometry/so3.hpp"
#include "core/stepping/method.hpp"
#include "methods/family/buss_turn.hpp"
#include "methods/family/quaternion.hpp"

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
// Departures: written for Pi. A changed h keeps the coefficients, as the program does. Law: names, both b.
namespace polhode {

namespace jsbsim {

/// b_j = numerators[j] / denominator.
template <int n>
struct Weights {
  static constexpr int size = n;
  std::array<int, extent(n)> numerators;
  int denominator;
};
template <class T, int n>
T weight(const Weights<n>& b, std::size_t j) {
  return T(b.numerators[j]) / T(b.denominator);
}
inline constexpr Weights<1> euler{{1}, 1};               ///< the present rate
inline constexpr Weights<2> trapezoidal{{1, 1}, 2};      ///< mean of two rates
inline constexpr Weights<2> ab2{{3, -1}, 2};             ///< Adams and Bashforth, two rates
inline constexpr Weights<3> ab3{{23, -16, 5}, 12};       ///< the same, three rates
inline constexpr Weights<4> ab4{{55, -59, 37, -9}, 24};  ///< the same, four rates
inline constexpr Weights<0> buss2{{}, 1};                ///< no history

}  // namespace jsbsim

template <class Law>
struct Jsbsim {
  static constexpr MethodInfo info{.id = Law::id,
                                   .label = Law::label,
                                   .source = "JSBSim, src/models/FGPropagate.cpp",
                                   .reimplements = Law::reimplements,
                                   .order = Law::order,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {1},
                                   .order_without_torque = Law::order_without_torque};

  template <class T>
  struct Memory {
    RigidState<T> state;
    std::array<Vec<Body, T>, Law::rates.size> F;
    std::array<Attitude<T>, Law::attitude.size> Q;
  };

  template <class P, class T>
  static Memory<T> start(const P& body, const RigidState<T>& s, const T& t, const T&) {
    Memory<T> m{s, {}, {}};
    remember(body, m, t);
    m.F.fill(m.F[0]);  // (a)
    if constexpr (Law::attitude.size > 0) m.Q.fill(m.Q[0]);
    return m;
  }

  template <class P, class T, class Counters>
  static Memory<T> step(const P& body, Memory<T> m, const T& t, const T& h, Counters&) {
    auto& [Pi, R] = m.state;
    if constexpr (Law::attitude.size == 0) {
      R = R * exp(augmented_buss_turn(body.Omega(Pi), body.Omega(m.F[0]), h));  // (c)
    } else {
      for (std::size_t j = 0; j < m.Q.size(); ++j) R = plus(R, h * jsbsim::weight<T>(Law::attitude, j), m.Q[j]);
      R = normalised(R);
    }
    for (std::size_t j = 0; j < m.F.size(); ++j) Pi += h * jsbsim::weight<T>(Law::rates, j) * m.F[j];  // (b)
    remember(body, m, t + h);
    return m;
  }

  template <class P, class T>
  static RigidState<T> read(const P&, const Memory<T>& m) {
    return {m.state.Pi, normalised(m.state.R)};
  }

 private:
  /// F and Q of the state go to the front.
  template <class P, class T>
  static void remember(const P& body, Memory<T>& m, const T& t) {
    std::move_backward(m.F.begin(), m.F.end() - 1, m.F.end());
    const auto w = body.Omega(m.state.Pi);
    m.F[0] = cross(m.state.Pi, w) + body.torque(t, m.state.R);
    if constexpr (Law::attitude.size > 0) {
      std::move_backward(m.Q.begin(), m.Q.end() - 1, m.Q.end());
      m.Q[0] = quaternion_rate(m.state.R, w);
    }
  }
};

namespace detail {

struct JsbsimLaw {
  static constexpr std::optional<Order> order_without_torque = {};
};
struct JsbsimEulerLaw : JsbsimLaw {
  static constexpr std::string_view id = "jsbsim-euler", label = "JSBSim default";
  static constexpr std::string_view reimplements = "JSBSim since 2011";
  static constexpr int order = 1;
  static constexpr auto rates = jsbsim::euler, attitude = jsbsim::euler;
};
struct JsbsimTrapezoidalLaw : JsbsimLaw {
  static constexpr std::string_view id = "jsbsim-trapezoidal", label = "JSBSim trapezoidal";
  static constexpr std::string_view reimplements = "JSBSim, option 2";
  static constexpr int order = 1;
  static constexpr auto rates = jsbsim::trapezoidal, attitude = jsbsim::trapezoidal;
};
struct JsbsimAb2Law : JsbsimLaw {
  static constexpr std::string_view id = "jsbsim-ab2", label = "JSBSim AB2";
  static constexpr std::string_view reimplements = "JSBSim, option 3";
  static constexpr int order = 2;
  static constexpr auto rates = jsbsim::ab2, attitude = jsbsim::ab2;
};
struct JsbsimAb3Law : JsbsimLaw {
  static constexpr std::string_view id = "jsbsim-ab3", label = "JSBSim AB3";
  static constexpr std::string_view reimplements = "JSBSim, option 4";
  static constexpr int order = 2;
  static constexpr auto rates = jsbsim::ab3, attitude = jsbsim::ab3;
};
struct JsbsimAb4Law : JsbsimLaw {
  static constexpr std::string_view id = "jsbsim-ab4", label = "JSBSim AB4";
  static constexpr std::string_view reimplements = "JSBSim, option 5";
  static constexpr int order = 2;
  static constexpr auto rates = jsbsim::ab4, attitude = jsbsim::ab4;
};
struct JsbsimAb2TrapezoidalLaw : JsbsimLaw {
  static constexpr std::string_view id = "jsbsim-ab2-trapezoidal", label = "JSBSim before 2011";
  static constexpr std::string_view reimplements = "JSBSim, 2007 to 2011";
  static constexpr int order = 1;
  static constexpr std::optional<Order> order_without_torque = {{2, 1}};
  static constexpr auto rates = jsbsim::ab2;
  static constexpr auto attitude = jsbsim::trapezoidal;
};
struct JsbsimBuss2Law : JsbsimLaw {
  static constexpr std::string_view id = "jsbsim-buss2", label = "JSBSim AB2 + Buss 2";
  static constexpr std::string_view reimplements = "JSBSim, rates by AB2 and attitude by Buss 2";
  static constexpr int order = 2;
  static constexpr auto rates = jsbsim::ab2;
  static constexpr auto attitude = jsbsim::buss2;
};

}  // namespace detail

using JsbsimEuler = Jsbsim<detail::JsbsimEulerLaw>;
using JsbsimTrapezoidal = Jsbsim<detail::JsbsimTrapezoidalLaw>;
using JsbsimAb2 = Jsbsim<detail::JsbsimAb2Law>;
using JsbsimAb3 = Jsbsim<detail::JsbsimAb3Law>;
using JsbsimAb4 = Jsbsim<detail::JsbsimAb4Law>;
using JsbsimAb2Trapezoidal = Jsbsim<detail::JsbsimAb2TrapezoidalLaw>;
using JsbsimBuss2 = Jsbsim<detail::JsbsimBuss2Law>;

}  // namespace polhode
