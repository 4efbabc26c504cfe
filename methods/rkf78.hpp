// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/general_solver.hpp"

// RKF78: the Runge-Kutta method 7(8) of Fehlberg on (Pi, q)
// [Fehlberg 1968; Boost.odeint]
//
//   thirteen stages; the solution of order eight is carried
//
// Departures: none. The torque is taken at q / |q|; q itself is not normalised. The stepper is Boost.odeint's.
namespace polhode {

struct Rkf78 : general::FixedStep<general::Rkf78Law> {
  static constexpr MethodInfo info = general::info("rkf78", "RKF78", "Fehlberg 1968; Boost.odeint", 8, 13);
};

}  // namespace polhode
