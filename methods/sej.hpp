// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/dmv.hpp"
#include "methods/family/exact_flow.hpp"
#include "methods/family/name.hpp"
#include "methods/mr.hpp"
#include "methods/semi_exact.hpp"

// SEJ: symmetric splitting with the free motion by Jacobi elliptic functions
// [Celledoni & Säfström 2006, section 2]
//
//   S2(h): Pi <- Pi + h T(t, R)           the potential
//   S1(h): the free body                  the kinetic energy, exactly (family/exact_flow.hpp)
//   step = S2(h/2) S1(h) S2(h/2)          (family/splitting.hpp)
//
// Departures: the paper calls SEJ symmetric but not symplectic, which is true of a truncated attitude (sej-magnus4) and
// false of the exact one used here. It carries u = R^T u0, we carry R.
namespace polhode {

/// SEJ with any free flow in place of S1: `sej:FLOW`. The properties are those of the flow; exact flows make the
/// splitting symplectic.
template <class Flow>
struct SejWith : Strang<Flow> {
  static constexpr std::string_view prefix = "sej:", name = Joined<prefix, Flow::id>::value;
  static constexpr MethodInfo info{.id = name,
                                   .label = name,
                                   .source = "Celledoni & Säfström 2006, sec. 2, another free flow",
                                   .order = 2,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Flow::symplectic ? Answer::yes : Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Flow::conserves_energy ? Answer::yes : Answer::no, "without torque"},
                                   .order_of_axes_matters = Flow::order_of_axes_matters,
                                   .order_without_torque = Flow::order,
                                   .supports = Dependence::linear};
};

struct Sej : SejWith<ExactFlow> {
  static constexpr MethodInfo info = [] {
    auto i = SejWith<ExactFlow>::info;
    i.aliases = {i.id}, i.id = "sej", i.label = "SEJ", i.source = "Celledoni & Säfström 2006, sec. 2";
    return i;
  }();
};

}  // namespace polhode
