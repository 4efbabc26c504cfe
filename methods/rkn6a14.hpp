// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/dmv.hpp"
#include "methods/family/exact_flow.hpp"
#include "methods/family/name.hpp"
#include "methods/mr.hpp"
#include "methods/semi_exact.hpp"

// RKN6a14: splitting of order six with fourteen kicks, made for Runge-Kutta-Nystrom problems
// [Blanes & Moan 2002; Celledoni & Zanna 2008, section 4.3, coefficients (23) of the appendix]
//
//   A(h): the free body,   B(h): Pi <- Pi + h T(t, R)
//   step = A(a1) B(b1) A(a2) ... B(b7) A(a8) B(b7) ... B(b1) A(a1)
//
// The torque of a kick is that of the time and the attitude which the drifts have reached. Departures: none.
// a8 and b7 are made from the others, so that both sums are 1 in any arithmetic; the others are published to 16 digits.
namespace polhode {

/// With any free flow in place of A: `rkn6a14:FLOW`. Of order six if the flow is of order six or above. It fails where
/// the flow does.
template <class Flow>
struct Rkn6a14With : SelfStarting, Preparing<Flow> {
  static constexpr std::string_view prefix = "rkn6a14:", name = Joined<prefix, Flow::id>::value;
  static constexpr MethodInfo info{.id = name,
                                   .label = name,
                                   .source = "Blanes & Moan 2002, another free flow",
                                   .order = Flow::order.exact() || Flow::order.least() > 6 ? 6 : Flow::order.least(),
                                   .torque_evaluations = {14},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Flow::symplectic ? Answer::yes : Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Flow::conserves_energy ? Answer::yes : Answer::no, "without torque"},
                                   .order_of_axes_matters = Flow::order_of_axes_matters,
                                   .coefficient_digits = 16,
                                   .order_without_torque = Flow::order};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, RigidState<T> s, const T& t, const T& h, Counters& counters) {
    static const Coefficients<T> c;
    T share(0);
    for (int i = 0; i < 15; ++i) {
      const int j = i < 8 ? i : 14 - i;
      s = Flow::drift(body, s, c.a[j] * h, counters);  // A(a_j h)
      share += c.a[j];
      if (i < 14) s.Pi = s.Pi + (c.b[i < 7 ? i : 13 - i] * h) * body.torque(t + share * h, s.R);  // B(b_j h)
    }
    return s;
  }

  /// As printed; the middle ones make the sums of all 1.
  template <class T>
  struct Coefficients {
    Array<T, 8> a{T(0.0378593198406116), T(0.102635633102435), T(-0.0258678882665587), T(0.314241403071477),
                  T(-0.130144459517415), T(0.106417700369543), T(-0.00879424312851058)};
    Array<T, 7> b{T(0.09171915262446165),  T(0.183983170005006), T(-0.05653436583288827),
                  T(0.004914688774712854), T(0.143761127168358), T(0.328567693746804)};

    Coefficients() {
      a[7] = T(1), b[6] = T(1) / 2;
      for (int i = 0; i < 7; ++i) a[7] -= 2 * a[i];
      for (int i = 0; i < 6; ++i) b[6] -= b[i];
    }
  };
};

struct Rkn6a14 : Rkn6a14With<ExactFlow> {
  static constexpr MethodInfo info = [] {
    auto i = Rkn6a14With<ExactFlow>::info;
    i.aliases = {i.id}, i.id = "rkn6a14", i.label = "RKN6a14";
    i.source = "Blanes & Moan 2002; Celledoni & Zanna 2008, sec. 4.3, eqs. (23)";
    return i;
  }();
};

}  // namespace polhode
