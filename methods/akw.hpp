// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"
#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"
#include "methods/family/quadratic_root.hpp"
#include "methods/family/splitting.hpp"

// AKW: midpoint rule with the Cayley map of Austin, Krishnaprasad and Wang
// [Austin et al. 1993; Krysl 2006, section 4; Romero 2008, section 4]
//
//   m   = (Pi0 + Pi1) / 2,   w = I^-1 m                                            (a)
//   R1  = R0 cay(h w)                                                              (b)
//   Pi1 = Pi0 - h w x m + (h/2) [ T0 + T(t1, R1) ]                                 (c) solved for x = Pi1
//
// Departures: cay is not defined in the paper; only cay(S) = (1 - S/2)^-1 (1 + S/2) is consistent. Without torque (c)
// is a quadratic equation, m = Pi0 + Q(m, m), and is solved as one.
namespace polhode {

struct Akw : SelfStarting {
  static constexpr MethodInfo info{.id = "akw",
                                   .label = "AKW",
                                   .aliases = {},
                                   .source = "Austin et al. 1993; Krysl 2006, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .serves = Dependence::any};

  template <class P, class T, class Tally>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    if constexpr (Torqueless<P>)
      return free_step(body, s0, t0, h, tally);
    else
      return any_step(body, s0, t0, h, tally);
  }

 private:
  /// The root by its series where that converges, made exact by Newton's method; the general way elsewhere.
  template <class P, class T, class Tally>
  POLHODE_FLATTEN static RigidState<T> free_step(const P& body, const RigidState<T>& s0, const T& t0, const T& h,
                                                 Tally& tally) {
    const Vec<Body, T>& p = s0.Pi;
    const auto& r = body.I.reciprocals;
    const Vec<Body, T> k = (h / 2) * Vec<Body, T>{r[2] - r[1], r[0] - r[2], r[1] - r[0]};
    const auto Q = [&](const Vec<Body, T>& u) {
      return Vec<Body, T>{k[0] * u[1] * u[2], k[1] * u[2] * u[0], k[2] * u[0] * u[1]};
    };
    const auto twice_Q = [&](const Vec<Body, T>& u, const Vec<Body, T>& v) {
      return Vec<Body, T>{k[0] * (u[1] * v[2] + u[2] * v[1]), k[1] * (u[2] * v[0] + u[0] * v[2]),
                          k[2] * (u[0] * v[1] + u[1] * v[0])};
    };
    const auto q1 = Q(p), q2 = twice_Q(p, q1), q3 = twice_Q(p, q2) + Q(q1);
    const auto beyond = 256 * norm2(q3) > norm2(p);
    if (any(beyond)) {
      if constexpr (std::is_same_v<decltype(beyond), const bool>)
        return any_step(body, s0, t0, h, tally);
      else
        leave(tally, beyond);
    }
    const auto jacobian = [&](const Vec<Body, T>& m) -> Mat3<T> {
      return {
          {{T(1), -k[1] * m[2], -k[2] * m[1]}, {-k[0] * m[2], T(1), -k[2] * m[0]}, {-k[0] * m[1], -k[1] * m[0], T(1)}}};
    };
    const auto [m, converged] = quadratic_root(
        p + q1 + q2 + q3, jacobian, [&](const Vec<Body, T>& m) { return p + Q(m) - m; }, Q, tally);
    fail(tally, Failure::no_root, !converged);
    return {p + 2 * Q(m), s0.R * cay(h * body.Omega(m))};  // (c), (b)
  }

  template <class P, class T, class Tally>
  static RigidState<T> any_step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Tally& tally) {
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const auto T0 = body.torque(t0, R0, Pi0);
    const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto m = 0.5 * (Pi0 + x);                                                  // (a)
      const auto w = body.Omega(m);                                                    // (a)
      const auto R1 = R0 * cay(g * w);                                                 // (b)
      return x - Pi0 + g * cross(w, m) - (g / 2) * (T0 + body.torque(t0 + g, R1, x));  // (c)
    };
    const auto x = solve(h, guess, residual, tally);
    return {x, R0 * cay((h / 2) * body.Omega(Pi0 + x))};  // (b)
  }
};

}  // namespace polhode
