// SPDX-License-Identifier: MIT
#pragma once

#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>

#include "methods/family/general_solver.hpp"

// DOPRI5-ADAPTIVE, RKF78-ADAPTIVE, BULIRSCH-STOER: general solvers that choose their steps, on (Pi, q)
// [Dormand & Prince 1980; Fehlberg 1968; Bulirsch & Stoer 1966; Boost.odeint]
//
//   error of a step <= tolerance (1 + |y| + |h y'|) in every component; the step h/100 is tried first
//
// The tolerance, 10^-exponent, is part of the id, `rkf78-adaptive:1e-9`, and absolute in the units of the body: other
// units change the path. h is the interval between readings; where its end is not reached: no_convergence. Departures:
// the step that ends an interval is cut to end there, the next interval begins with the step before the cut.
namespace polhode {

namespace detail {

/// A Runge-Kutta method of odeint under control.
template <class Law>
struct ControlledLaw {
  template <class Numbers>
  using Controlled = general::odeint::controlled_runge_kutta<typename Law::template Solver<Numbers, double>>;
};
struct BulirschStoerLaw {
  template <class Numbers>
  using Controlled = general::odeint::bulirsch_stoer<Numbers, double, Numbers, double, general::odeint::array_algebra>;
};

}  // namespace detail

template <int exponent>
struct Dopri5Adaptive : general::Adaptive<detail::ControlledLaw<general::Dopri5Law>, exponent> {
  static constexpr std::string_view prefix = "dopri5-adaptive:1e-", number = polhode::digits<exponent>;
  static constexpr std::string_view name = Joined<prefix, number>::value;
  static constexpr MethodInfo info =
      general::adaptive_info(name, "Dormand & Prince 1980; Boost.odeint, adaptive", 5, exponent);
};

template <int exponent>
struct Rkf78Adaptive : general::Adaptive<detail::ControlledLaw<general::Rkf78Law>, exponent> {
  static constexpr std::string_view prefix = "rkf78-adaptive:1e-", number = polhode::digits<exponent>;
  static constexpr std::string_view name = Joined<prefix, number>::value;
  static constexpr MethodInfo info = general::adaptive_info(name, "Fehlberg 1968; Boost.odeint, adaptive", 8, exponent);
};

template <int exponent>
struct BulirschStoer : general::Adaptive<detail::BulirschStoerLaw, exponent> {
  static constexpr std::string_view prefix = "bulirsch-stoer:1e-", number = polhode::digits<exponent>;
  static constexpr std::string_view name = Joined<prefix, number>::value;
  static constexpr MethodInfo info = general::adaptive_info(name, "Bulirsch & Stoer 1966; Boost.odeint", 8, exponent);
};

}  // namespace polhode
