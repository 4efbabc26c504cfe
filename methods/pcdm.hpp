// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"

// PCDM: predictor-corrector direct multiplication
// [F. Zhao, B. van Wachem, Acta Mech. 224 (2013) 3091; formulas from the source of dronir/QuaternionIntegrator.jl]
//
//   E    = exp((h/2) (w0 + (h/4) I^-1 G0)),   R_h = R0 E,   G0 = Pi0 x w0 + T0                    (a)
//   Pi_h = Pi0 + (h/2) G0                                                                         (b)
//   Pi1  = Pi0 + h (Pi_h x w_h + T(t0 + h/2, R_h))                                                (c)
//   R1   = R0 E exp(h w_h) E^-1 = R0 exp(h E w_h)                                                 (d)
//
// Departures: the paper was not at hand. The documentation of the package has the factors 1/4 and 1/2 exchanged, which
// is of order 1. Where the original takes the torque of (c) is doubtful; at R_h the order is 2.
namespace polhode {

struct Pcdm : SelfStarting {
  static constexpr MethodInfo info{.id = "pcdm",
                                   .label = "PCDM",
                                   .source = "Zhao & van Wachem 2013",
                                   .reimplements = "codes of particle-laden flow",
                                   .order = 2,
                                   .torque_evaluations = {2}};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const auto w0 = body.Omega(Pi0);
    const auto G0 = cross(Pi0, w0) + body.torque(t0, R0);
    const auto E = exp((h / 2) * (w0 + (h / 4) * body.Omega(G0)));  // (a)
    const auto Pi_h = Pi0 + (h / 2) * G0;                           // (b)
    const auto w_h = body.Omega(Pi_h);
    const auto T_h = body.torque(t0 + h / 2, R0 * E);
    return {Pi0 + h * (cross(Pi_h, w_h) + T_h),  // (c)
            R0 * exp(h * (E * w_h))};            // (d)
  }
};

}  // namespace polhode
