// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"
#include "methods/family/buss_turn.hpp"
#include "methods/family/splitting.hpp"

// Buss 2000: turns by a Taylor polynomial of the angular velocity, between kicks
// [S. Buss, J. Comput. Phys. 164 (2000) 377; reimplements JSBSim's options; bepuphysics2, mode 1 (buss-1)]
//
//   dw = I^-1 (Pi x w)
//   buss-1              th = h w                                    without torque it is FEM
//   buss-2              th = h w + (h^2/2) dw
//   buss-2-augmented    th = h w + (h^2/2) dw + (h^3/12) dw x w
//   drift: R <- R exp(th),  Pi <- exp(-th) Pi;   step: half a kick, the drift, half a kick
//
// Departures: Buss treats the free body, the kicks are ours. The sign of the augmented term is JSBSim's, exact for a w
// that is linear in time in space; the paper was not at hand. For free bodies the opposite sign has smaller errors.
namespace polhode {

/// A method of the box.
struct BussLaw {
  std::string_view id, label, reimplements;
  int order;
};
/// The methods of the box.
inline constexpr BussLaw buss_laws[] = {{"buss-1", "Buss 1", "JSBSim, attitude by Buss 1; bepuphysics2, mode 1", 1},
                                        {"buss-2", "Buss 2", "", 2},
                                        {"buss-2-augmented", "Buss 2 augmented", "JSBSim, attitude by Buss 2", 2}};

template <int n>
struct BussFlow {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters&) {
    const auto w = body.Omega(s.Pi), dw = body.Omega(cross(s.Pi, w));
    const auto E = exp(n == 0 ? h * w : n == 1 ? buss_turn(w, dw, h) : augmented_buss_turn(w, dw, h));
    return {inverse(E) * s.Pi, s.R * E};
  }
};

template <int n>
struct Buss : Strang<BussFlow<n>> {
  static constexpr const auto& law = buss_laws[n];
  static constexpr MethodInfo info{.id = law.id,
                                   .label = law.label,
                                   .source = "Buss, J. Comput. Phys. 164 (2000) 377",
                                   .reimplements = law.reimplements,
                                   .order = law.order,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::linear};
};

using Buss1 = Buss<0>;
using Buss2 = Buss<1>;
using Buss2Augmented = Buss<2>;

}  // namespace polhode
