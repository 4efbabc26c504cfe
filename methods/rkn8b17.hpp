// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/alternating.hpp"

// RKN8B17: splitting of order eight with seventeen kicks, made for Runge-Kutta-Nystrom problems
// [Blanes, Casas & Escorihuela-Tomas 2022, "Runge-Kutta-Nystrom symplectic splitting methods of order 8", method B17]
//
//   K(b1 h) D(a1 h) K(b2 h) ... D(a1 h) K(b1 h),   seventeen drifts, eighteen kicks, symmetric
//
// The last kick's torque is the first of the next step. Departures: none. a9 and b9 are made from the others, so that
// both sums are 1 in any arithmetic.
namespace polhode {

struct Rkn8b17 : KickFirst<Rkn8b17> {
  static constexpr MethodInfo info{.id = "rkn8b17",
                                   .label = "RKN8B17",
                                   .source = "Blanes, Casas & Escorihuela-Tomas 2022, method B17",
                                   .order = 8,
                                   .torque_evaluations = {17},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .order_without_torque = exact_order};

  template <class T>
  static auto drifts() {
    return palindrome<17, T>(
        "0.16022769607383951369097024007558320031531715421043", "0.30635450743686731987944095709956775612577547417848",
        "0.30839550889517119175654497555611061826051241355113", "0.1203620865662334084500631776591784634154035526373",
        "-0.62288868754918387207218621871840094944678956702994", "0.63556095163299007837867201654834192229086005552863",
        "-0.14422697479541922964043736391321350282531542101548",
        "-0.28486752707417381667899281754472329092905644030829");
  }
  template <class T>
  static auto kicks() {
    return palindrome<18, T>(
        "0.051419614253721007334315269345883652095103348622187", "0.25049703031834287145841794109106413429169300666794",
        "0.5124122683003273500354928066528935944407031026763", "-0.23159713865089440127964518436354027269507632196102",
        "0.11609132353687575988121629897451442447222170047006",
        "-0.0098365173246965763985763034282911741050711206728851",
        "-0.10803277146628163863427756374696627661790908136958",
        "0.24903986419802364200294091006999585864670567381934");
  }
};

}  // namespace polhode
