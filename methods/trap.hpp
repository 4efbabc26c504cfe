// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/select.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"
#include "methods/family/splitting.hpp"

// TRAP: trapezoidal rule in differential form = BE(h/2) o FE(h/2)
// [Krysl 2006, section 3.3, equations (14)]
//
//   R1  = R0 exp((h/2) w0) exp((h/2) w1),   w = I^-1 Pi                            (14b)
//   Pi1 = Pi0 + (h/2) ( -w0 x Pi0 + T0 - w1 x Pi1 + T(t1, R1) )                    (14a) solved for x = Pi1
namespace polhode {

/// f(g), a function of the size g of a step that residuals under a torque use. Its value for the whole step h is
/// computed once; g differs only where a branch of roots is followed. Without torque no residual uses it.
template <class P, class T, class F>
auto of_step(const T& h, const F& f) {
  if constexpr (Torqueless<P>)
    return f;
  else
    return [=, of_h = f(h)](const T& g) { return any(!(g == h)) ? f(g) : of_h; };
}

struct Trap : SelfStarting {
  static constexpr MethodInfo info{.id = "trap",
                                   .label = "TRAP",
                                   .source = "Krysl 2006, sec. 3.3, eqs. (14)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto w0 = body.Omega(Pi0);
    const auto R_half = of_step<P>(h, [&](const T& g) { return R0 * exp((g / 2) * w0); });  // of (14b)
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const T half = g / 2;
      const auto w1 = body.Omega(x);
      const auto R1 = R_half(g) * exp(half * w1);                                  // (14b)
      const auto known = Pi0 + half * (cross(Pi0, w0) + T0);                       // (14a)
      return x - known + half * cross(w1, x) - half * body.torque(t0 + g, R1, x);  // (14a)
    };
    const auto x = solve(h, guess, residual, counters);
    return {x, R_half(h) * exp((h / 2) * body.Omega(x))};  // (14b)
  }
};

}  // namespace polhode
