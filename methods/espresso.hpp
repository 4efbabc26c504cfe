// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/node_torque.hpp"
#include "methods/family/predictor.hpp"

// Martys & Mountain 1999: velocity Verlet of the quaternion with a multiplier, momentum by the trapezoidal rule
// [N. Martys, R. Mountain, Phys. Rev. E 59 (1999) 3733, after Omelyan, Comput. Phys. 12 (1998) 97; reimplements
// ESPResSo, src/core/rotation]
//
//   G0 = Pi0 x w0 + T0,   Q = q0 (0, w0)/2,   Z = q0 (0, I^-1 G0)/2 - |Q|^2 q0
//   q1 = (1 - lambda) q0 + h Q + (h^2/2) Z,   lambda such that |q1| = 1                                 (a)
//   Pi1 = Pi0 + (h/2) G0 + (h/2) (Pi1 x w1 + T1)                                       x = Pi1 solved for (b)
//
// A step that no lambda makes a unit quaternion is step_too_large: about h |w| > 2.
// Departures: seen from the start (a) is R1 = R0 (sqrt(1 - |v|^2), v), v = (h/2) (w0 + (h/2) I^-1 G0), which is the
// published lambda. (b) is solved to rounding, where ESPResSo makes six passes.
namespace polhode {

struct Espresso : NodeTorque {
  static constexpr MethodInfo info{.id = "espresso",
                                   .label = "Martys & Mountain 1999",
                                   .source = "Martys & Mountain 1999; Omelyan 1998",
                                   .reimplements = "ESPResSo",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes}};

  template <class P, class M, class T, class Counters>
  static M step(const P& body, M m, const T& t, const T& h, Counters& counters) {
    using std::sqrt;
    const auto Pi0 = m.state.Pi;
    const auto w0 = body.Omega(Pi0);
    const auto T0 = m.T_body;
    const auto G0 = cross(Pi0, w0) + T0;
    const auto v = (h / 2) * (w0 + (h / 2) * body.Omega(G0));
    const T square = 1 - norm2(v);
    if (square < T(0)) {
      counters.fail(Failure::step_too_large);
      return m;
    }
    m.state.R = m.state.R * Rotation<Body, Body, T>{sqrt(square), v[0], v[1], v[2]};  // (a)
    m.T_body = body.torque(t + h, m.state.R);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      return x - Pi0 - (g / 2) * (G0 + m.T_body) - (g / 2) * cross(x, body.Omega(x));  // (b)
    };
    m.state.Pi = solve(h, guess, residual, counters);
    return m;
  }
};

}  // namespace polhode
