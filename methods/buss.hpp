// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"
#include "methods/family/buss_turn.hpp"
#include "methods/family/splitting.hpp"

// Buss 2000: turns by a Taylor polynomial of the angular velocity, between kicks
// [S. Buss, J. Comput. Phys. 164 (2000) 377; reimplements JSBSim's options; bepuphysics2, mode 1 (buss-1)]
//
//   dw = I^-1 (Pi x w)                                             Law: names, order, th as turn(w, dw, h)
//   buss-1              th = h w                                    without torque it is FEM
//   buss-2              th = h w + (h^2/2) dw
//   buss-2-augmented    th = h w + (h^2/2) dw + (h^3/12) dw x w
//   drift: R <- R exp(th),  Pi <- exp(-th) Pi;   step: half a kick, the drift, half a kick
//
// Departures: Buss treats the free body, the kicks are ours. The sign of the augmented term is JSBSim's, exact for a w
// that is linear in time in space; the paper was not at hand. For free bodies the opposite sign has smaller errors.
namespace polhode {

template <class Law>
struct BussFlow {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters&) {
    const auto w = body.Omega(s.Pi);
    const auto E = exp(Law::turn(w, body.Omega(cross(s.Pi, w)), h));
    return {inverse(E) * s.Pi, s.R * E};
  }
};

template <class Law>
struct Buss : Strang<BussFlow<Law>> {
  static constexpr MethodInfo info{.id = Law::id,
                                   .label = Law::label,
                                   .source = "Buss, J. Comput. Phys. 164 (2000) 377",
                                   .reimplements = Law::reimplements,
                                   .order = Law::order,
                                   .torque_evaluations = {1},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .supports = Dependence::linear};
};

namespace detail {

struct Buss1Law {
  static constexpr std::string_view id = "buss-1", label = "Buss 1";
  static constexpr std::string_view reimplements = "JSBSim, attitude by Buss 1; bepuphysics2, mode 1";
  static constexpr int order = 1;
  template <class T>
  static auto turn(const Vec<Body, T>& w, const Vec<Body, T>&, const T& h) {
    return h * w;
  }
};
struct Buss2Law {
  static constexpr std::string_view id = "buss-2", label = "Buss 2";
  static constexpr std::string_view reimplements = "";
  static constexpr int order = 2;
  template <class T>
  static auto turn(const Vec<Body, T>& w, const Vec<Body, T>& dw, const T& h) {
    return buss_turn(w, dw, h);
  }
};
struct Buss2AugmentedLaw {
  static constexpr std::string_view id = "buss-2-augmented", label = "Buss 2 augmented";
  static constexpr std::string_view reimplements = "JSBSim, attitude by Buss 2";
  static constexpr int order = 2;
  template <class T>
  static auto turn(const Vec<Body, T>& w, const Vec<Body, T>& dw, const T& h) {
    return augmented_buss_turn(w, dw, h);
  }
};

}  // namespace detail

using Buss1 = Buss<detail::Buss1Law>;
using Buss2 = Buss<detail::Buss2Law>;
using Buss2Augmented = Buss<detail::Buss2AugmentedLaw>;

}  // namespace polhode
