// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"

// NMB: body-frame Newmark algorithm of Krysl and Endres, beta = 0, gamma = 1/2
// [Krysl & Endres 2005; Krysl 2004, section 4]
//
//   G0  = -w0 x Pi0 + T0,   w = I^-1 Pi                                            (a)
//   R1  = R0 exp(h w0 + (h^2/2) I^-1 G0)                                           (b)
//   Pi1 = Pi0 + (h/2) G0 + (h/2) ( -w1 x Pi1 + T(t1, R1) )                         (c) solved for x = Pi1
//
// The torque is explicit, but for one that depends on the momentum, which is taken at Pi1.
namespace polhode {

struct Nmb : SelfStarting {
  static constexpr MethodInfo info{.id = "nmb",
                                   .label = "NMB",
                                   .source = "Krysl & Endres 2005; Krysl 2004, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {2},
                                   .symmetric = {Answer::yes},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto w0 = body.Omega(Pi0);
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto G0 = cross(Pi0, w0) + T0;                              // (a)
    const auto R1 = R0 * exp(h * w0 + (h * h / 2) * body.Omega(G0));  // (b)
    const auto T1 = [&, known = known_torque(body, t0 + h, R1)](const auto& x) {
      if constexpr (MomentumDriven<P>)
        return body.torque(t0 + h, R1, x);
      else
        return known;
    };
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      return x - Pi0 - (g / 2) * (G0 + T1(x)) + (g / 2) * cross(body.Omega(x), x);  // (c)
    };
    return {solve(h, guess, residual, counters), R1};
  }

 private:
  /// Terms that do not depend on the unknown are evaluated once.
  template <class P, class T>
  static auto known_torque(const P& body, const T& t, const Attitude<T>& R) {
    if constexpr (MomentumDriven<P>)
      return Zero{};
    else
      return body.torque(t, R);
  }
};

}  // namespace polhode
