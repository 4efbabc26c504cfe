// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/free_flow.hpp"

// SEJ: symmetric splitting with the free motion by Jacobi elliptic functions
// [Celledoni & Säfström 2006, section 3]
//
//   S2(h): Pi <- Pi + h T(t, R)           the potential
//   S1(h): the free body                  the kinetic energy, exactly
//   step = S2(h/2) S1(h) S2(h/2)
//
// Departures: the paper's section 3 is lost in part. It calls SEJ symmetric but not symplectic, which is true of a
// truncated attitude (sej-magnus4) and false of the exact one used here. The paper carries u = R^T u0, we carry R.
namespace polhode {

/// SEJ with any free flow in the place of S1: `sej:FLOW`. The properties are those of the flow; exact ones make the
/// splitting symplectic.
template <class Flow>
struct SejWith : Strang<Flow> {
 private:
  static constexpr std::string_view prefix = "sej:";
  static constexpr auto text = [] {
    std::array<char, prefix.size() + Flow::id.size()> t{};
    for (std::size_t i = 0; i < t.size(); ++i) t[i] = i < prefix.size() ? prefix[i] : Flow::id[i - prefix.size()];
    return t;
  }();

 public:
  static constexpr MethodInfo info{.id = std::string_view(text.data(), text.size()),
                                   .label = std::string_view(text.data(), text.size()),
                                   .aliases = {},
                                   .source = "Celledoni & Säfström 2006, sec. 3, another free flow",
                                   .order = 2,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = 1,
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Flow::symplectic ? Answer::yes : Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::no, "it does without torque, if the flow does"}};
};

struct Sej : Strang<ExactFlow> {
  static constexpr MethodInfo info{.id = "sej",
                                   .label = "SEJ",
                                   .aliases = {"sej:exact"},
                                   .source = "Celledoni & Säfström 2006, sec. 3",
                                   .order = 2,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = 1,
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"}};
};

}  // namespace polhode
