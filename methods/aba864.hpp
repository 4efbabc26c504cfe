// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/alternating.hpp"

// ABA864: splitting for nearly free bodies, of generalised order (8, 6, 4)
// [Blanes, Casas, Farres, Laskar, Makazaga & Murua 2013, "New families of symplectic splitting methods for numerical
// integration in dynamical astronomy"]
//
//   D(a1 h) K(b1 h) D(a2 h) K(b2 h) ... K(b1 h) D(a1 h),   eight drifts, seven kicks, symmetric
//
// With torque of size eps against the free motion the error is eps h^8 + eps^2 h^6 + eps^3 h^4: the order is four, and
// shows only where the torque is of order one and the steps are short. Departures: none. a4 and b4 are made from the
// others, so that both sums are 1 in any arithmetic; the published ones miss it by 5e-30.
namespace polhode {

struct Aba864 : DriftFirst<Aba864> {
  static constexpr MethodInfo info{.id = "aba864",
                                   .label = "ABA(8,6,4)",
                                   .source = "Blanes, Casas, Farres, Laskar, Makazaga & Murua 2013",
                                   .order = 4,
                                   .kind = Kind::explicit_method,
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

}  // namespace polhode
