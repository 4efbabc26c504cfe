// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/general_solver.hpp"

// DOPRI5: the Runge-Kutta method 5(4) of Dormand and Prince on (Pi, q)
// [Dormand & Prince 1980; Boost.odeint]
//
//   six stages, the last right side is the first of the next step; the solution of order five is carried
//
// Departures: none. The torque is taken at q / |q|; q itself is not normalised. The stepper is Boost.odeint's.
namespace polhode {

struct Dopri5 : general::FixedStepFirstSameAsLast<general::Dopri5Law> {
  static constexpr MethodInfo info = general::info("dopri5", "DOPRI5", "Dormand & Prince 1980; Boost.odeint", 5, 6);
};

}  // namespace polhode
