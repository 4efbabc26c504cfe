// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/alternating.hpp"

// ABA864, ABA1064: splittings for nearly free bodies, of generalised orders (8, 6, 4) and (10, 6, 4)
// [Blanes, Casas, Farres, Laskar, Makazaga & Murua 2013, "New families of symplectic splitting methods for numerical
// integration in dynamical astronomy"]
//
//   D(a1 h) K(b1 h) D(a2 h) K(b2 h) ... K(b1 h) D(a1 h),   symmetric
//
//   aba864   eight drifts, seven kicks
//   aba1064  nine drifts, eight kicks
//
// With torque of size eps against the free motion the error is eps h^8, or eps h^10, + eps^2 h^6 + eps^3 h^4: the order
// is four, and shows only where the torque is of order one and the steps are short. Departures: none. The middle shares
// are made from the others, so that both sums are 1 in any arithmetic; the published ones of aba864 miss it by 5e-30.
namespace polhode {

struct Aba864 : DriftFirst<Aba864> {
  static constexpr MethodInfo info{.id = "aba864",
                                   .label = "ABA(8,6,4)",
                                   .source = "Blanes, Casas, Farres, Laskar, Makazaga & Murua 2013",
                                   .order = 4,
                                   .torque_evaluations = {7},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .order_without_torque = exact_order};

  /// Coefficients of the free motions, as shares of h, as published.
  template <class T>
  static auto drifts() {
    return palindrome<8, T>("0.0711334264982231177779387300061549964174022959",
                            "0.241153427956640098736487795326289649617814678",
                            "0.521411761772814789212136078067994229991436479");
  }
  /// Coefficients of the torques, as shares of h, as published.
  template <class T>
  static auto kicks() {
    return palindrome<7, T>("0.183083687472197221961703757166430291072624127",
                            "0.310782859898574869507522291054262796375157321",
                            "-0.0265646185119588006972121379164987592663297729");
  }
};

struct Aba1064 : DriftFirst<Aba1064> {
  static constexpr MethodInfo info = [] {
    auto i = Aba864::info;
    i.id = "aba1064", i.label = "ABA(10,6,4)", i.torque_evaluations = {8};
    return i;
  }();

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
