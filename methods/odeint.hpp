// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/general_solver.hpp"

// DOPRI5, RKF78: the Runge-Kutta methods 5(4) of Dormand and Prince and 7(8) of Fehlberg on (Pi, q)
// [Dormand & Prince 1980; Fehlberg 1968; Boost.odeint]
//
//   dopri5  six stages, the last right side is the first of the next step; the solution of order five is carried
//   rkf78   thirteen stages; the solution of order eight is carried
//
// Departures: none. The torque is taken at q / |q|; q itself is not normalised. The steppers are Boost.odeint's.
namespace polhode {

struct Dopri5 : general::FixedStepFirstSameAsLast<general::Dopri5Law> {
  static constexpr MethodInfo info = general::info("dopri5", "DOPRI5", "Dormand & Prince 1980; Boost.odeint", 5, 6);
};

struct Rkf78 : general::FixedStep<general::Rkf78Law> {
  static constexpr MethodInfo info = general::info("rkf78", "RKF78", "Fehlberg 1968; Boost.odeint", 8, 13);
};

}  // namespace polhode
