// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/alternating.hpp"

// ABA1064: splitting for nearly free bodies, of generalised order (10, 6, 4)
// [Blanes, Casas, Farres, Laskar, Makazaga & Murua 2013, "New families of symplectic splitting methods for numerical
// integration in dynamical astronomy"]
//
//   D(a1 h) K(b1 h) D(a2 h) K(b2 h) ... K(b1 h) D(a1 h),   nine drifts, eight kicks, symmetric
//
// With torque of size eps against the free motion the error is eps h^10 + eps^2 h^6 + eps^3 h^4: the order is four, and
// shows only where the torque is of order one and the steps are short. Departures: none. a5 and b4 are made from the
// others, so that both sums are 1 in any arithmetic.
namespace polhode {

struct Aba1064 : DriftFirst<Aba1064> {
  static constexpr MethodInfo info{.id = "aba1064",
                                   .label = "ABA(10,6,4)",
                                   .source = "Blanes, Casas, Farres, Laskar, Makazaga & Murua 2013",
                                   .order = 4,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {8},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .order_without_torque = exact_order};

  template <class T>
  static auto drifts() {
    return palindrome<9, T>(
        "0.0380944974224121954569753223086375653406600604", "0.145298716116913749294020072660663749744308885",
        "0.207627695725541250716205611324988206515836968", "0.435909703651526159223154862401065184400688796");
  }
  template <class T>
  static auto kicks() {
    return palindrome<8, T>("0.095858880837075210610771503771458847769342226",
                            "0.204446153142998780680507783916434477976329959",
                            "0.217070347978991101714338592430633671452975982");
  }
};

}  // namespace polhode
