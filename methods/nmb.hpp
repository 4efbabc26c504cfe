// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/coast.hpp"

// NMB: body-frame Newmark algorithm of Krysl and Endres, beta = 0, gamma = 1/2
// [Krysl & Endres 2005; Krysl 2004, section 4]
//
//   G0  = T0 - w0 x Pi0,  a0 = I^-1 G0,   R1 = R0 exp(h w0 + (h^2/2) a0)
//   Pi1 = Pi0 + (h/2) G0 + (h/2) ( T(t1, R1) - w1 x Pi1 )                       x = Pi1 is solved for, T explicit
namespace polhode {

struct Nmb : SelfStarting {
  static constexpr MethodInfo info{.id = "nmb",
                                   .label = "NMB",
                                   .aliases = {},
                                   .source = "Krysl & Endres 2005; Krysl 2004, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {2},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::no},
                                   .energy = {Answer::no}};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const auto& [Pi0, R0] = s0;
    const auto w0 = body.Omega(Pi0);
    const auto T0 = body.torque(t0, R0);
    const auto G0 = cross(Pi0, w0) + T0;
    const auto R1 = R0 * exp(h * w0 + (h * h / T(2)) * body.Omega(G0));
    const auto T1 = body.torque(T(t0 + h), R1);
    const auto guess = [&](const T& h) { return coast(body, Pi0, T0, h, h); };
    const auto residual = [&](const auto& x, const T& h) {
      return x - Pi0 - (h / T(2)) * (G0 + T1) - (h / T(2)) * cross(x, body.Omega(x));
    };
    return {solve(h, guess, residual, tally), R1};
  }
};

}  // namespace polhode
