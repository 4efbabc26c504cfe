// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"
#include "methods/family/splitting.hpp"

// Richardson: two quarter steps of the quaternion and one half step, extrapolated once, between kicks
// [reimplements LAMMPS, src/math_extra.cpp, richardson, and src/ASPHERE/fix_nve_asphere.cpp; fix rigid]
//
//   full = cay(h I^-1 Pi),   b = cay((h/2) I^-1 Pi),   b <- b cay((h/2) I^-1 R(b)^T Pi)                  (a)
//   E    = (2 b - full) / |2 b - full|                                                                  (b)
//   drift: R <- R E,  Pi <- E^T Pi;   step: half a kick, the drift, half a kick
//
// Departures: the quaternions are increments from the start of the step, the momentum is that of the body; R Pi is the
// published one. "q += (h/2) q w, then normalise" is cay.
namespace polhode {

struct RichardsonFlow {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters&) {
    const T half = h / 2;
    const auto w = body.Omega(s.Pi);
    const auto full = cay(h * w);
    auto b = cay(half * w);
    b = b * cay(half * body.Omega(inverse(b) * s.Pi));         // (a)
    const auto E = normalised(plus(plus(b, 1, b), -1, full));  // (b)
    return {inverse(E) * s.Pi, s.R * E};
  }
};

struct Richardson : Strang<RichardsonFlow> {
  static constexpr MethodInfo info{.id = "richardson",
                                   .label = "Richardson quaternion",
                                   .source = "LAMMPS, src/math_extra.cpp, fix_nve_asphere.cpp",
                                   .reimplements = "LAMMPS fix nve/asphere and rigid",
                                   .order = 2,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "without torque"}};
};

}  // namespace polhode
