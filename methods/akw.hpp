// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/select.hpp"
#include "core/stepping/solve.hpp"
#include "methods/family/predictor.hpp"
#include "methods/family/splitting.hpp"

// AKW: midpoint rule with the Cayley map of Austin, Krishnaprasad and Wang
// [Austin et al. 1993; Krysl 2006, section 4; Romero 2008, appendix A]
//
//   m   = (Pi0 + Pi1) / 2,   w = I^-1 m                                            (a)
//   R1  = R0 cay(h w)                                                              (b)
//   Pi1 = Pi0 - h w x m + (h/2) [ T0 + T(t1, R1) ]                                 (c) solved for x = Pi1
//
// midpoint-exp has exp in the place of cay, as Romero's appendix is read without "cay": another attitude only.
// Departures: cay is not defined in the paper; only cay(S) = (1 - S/2)^-1 (1 + S/2) is consistent. Without torque (c)
// is a quadratic equation, and AKW solves it as such.
namespace polhode {

namespace detail {

/// The step of the box; turn(a) is cay a or exp a, no argument, because residuals that capture it are slower.
template <auto turn, class P, class T, class Counters>
RigidState<T> midpoint_step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
  const Vec<Body, T>& Pi0 = s0.Pi;
  const Attitude<T>& R0 = s0.R;
  const auto T0 = body.torque(t0, R0, Pi0);
  const auto guess = [&](const T& g) { return predictor(body, Pi0, T0, g, g); };
  const auto residual = [&](const auto& x, const T& g) {
    const auto m = 0.5 * (Pi0 + x);                                                  // (a)
    const auto w = body.Omega(m);                                                    // (a)
    const auto R1 = R0 * turn(g * w);                                                // (b)
    return x - Pi0 + g * cross(w, m) - (g / 2) * (T0 + body.torque(t0 + g, R1, x));  // (c)
  };
  const auto x = solve(h, guess, residual, counters);
  return {x, R0 * turn((h / 2) * body.Omega(Pi0 + x))};  // (b)
}

}  // namespace detail

struct Akw : SelfStarting {
  static constexpr MethodInfo info{.id = "akw",
                                   .label = "AKW",
                                   .source = "Austin et al. 1993; Krysl 2006, sec. 4",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  [[gnu::always_inline]] static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h,
                                                   Counters& counters) {
    if constexpr (Torqueless<P> && is_double<T>)
      return free_step(body, s0, t0, h, counters);
    else
      return solved(body, s0, t0, h, counters);
  }

 private:
  template <class P, class T, class Counters>
  static RigidState<T> solved(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    return detail::midpoint_step<[](const auto& a) { return cay(a); }>(body, s0, t0, h, counters);
  }
  /// For a quadratic equation that may have the wrong root. The state is passed by components, which stay in registers
  /// where this is not called.
  template <class P, class T, class Counters>
  [[gnu::noinline, gnu::cold]] static RigidState<T> beyond(const P& body, T a, T b, T c, T w, T x, T y, T z, T t0, T h,
                                                           Counters& counters) {
    return solved(body, RigidState<T>{{a, b, c}, {w, x, y, z}}, t0, h, counters);
  }

  /// Without torque (c) is quadratic: m = Pi0 + Q(m),  Q(u)_i = (h/2) (1/I_k - 1/I_j) u_j u_k. The guess is m
  /// substituted twice; after a correction e by Newton's method the residual is Q(e). It is inlined into the loop over
  /// steps: a state that passes through memory waits for the whole step before.
  template <class P, class T, class Counters>
  [[gnu::always_inline]] static RigidState<T> free_step(const P& body, const RigidState<T>& s0, const T& t0, const T& h,
                                                        Counters& counters) {
    using V = Vec<Body, T>;
    const auto in_register = [](const T& x) {  // or the loop by integrate hands the momentum on through memory
      if constexpr (std::is_same_v<T, double>)
        return opaque(x);
      else
        return x;
    };
    const V p{in_register(s0.Pi[0]), in_register(s0.Pi[1]), in_register(s0.Pi[2])};
    const auto& r = body.I.reciprocals;
    const V gap{r[2] - r[1], r[0] - r[2], r[1] - r[0]}, k = (h / 2) * gap;
    const auto times = [](const V& by, const V& u) -> V {
      return {by[0] * (u[1] * u[2]), by[1] * (u[2] * u[0]), by[2] * (u[0] * u[1])};
    };
    const auto Q = [&](const V& u) { return times(k, u); };
    const auto end_at = [&](const V& m) -> RigidState<T> {
      return {p + times(h * gap, m), s0.R * cay(h * body.Omega(m))};  // (c), (b)
    };
    using Condition = decltype(h < h);
    constexpr bool alone = std::is_same_v<Condition, bool>;  // then the loop ends where it need not go on
    const V first = Q(p);
    V d = Q(p + first), found = p;  // m - Pi0, m
    const T size = norm2(p);
    const Condition near = 256 * norm2(d - first) <= size;
    Condition open = near;
    for (int i = 0; i < 8 && any(open); ++i) {
      // a = 1 - J with the Jacobian J, c = det(J) J^-1: both corrections wait for one reciprocal.
      const V m = p + d;
      const T a01 = k[0] * m[2], a02 = k[0] * m[1], a10 = k[1] * m[2], a12 = k[1] * m[0], a20 = k[2] * m[1],
              a21 = k[2] * m[0];
      const T c00 = 1 - a12 * a21, c01 = a01 + a02 * a21, c02 = a02 + a01 * a12;
      const T c10 = a10 + a12 * a20, c11 = 1 - a02 * a20, c12 = a12 + a02 * a10;
      const T c20 = a20 + a10 * a21, c21 = a21 + a01 * a20, c22 = 1 - a01 * a10;
      const T f = 1 / (c00 - (a01 * c10 + a02 * c20));
      const auto c = [&](const V& v) -> V {
        return {c00 * v[0] + (c01 * v[1] + c02 * v[2]), c11 * v[1] + (c10 * v[0] + c12 * v[2]),
                c22 * v[2] + (c20 * v[0] + c21 * v[1])};
      };
      const V g = c(V{a01 * m[1], a12 * m[2], a20 * m[0]} - d);  // of Q(m) - d
      const V e = f * g, e2 = (f * f * f) * c(Q(g));
      count_iteration(counters, open);
      count_iteration(counters, open);
      const V rest{k[0] * (e[1] * e2[2] + e[2] * e2[1]), k[1] * (e[2] * e2[0] + e[0] * e2[2]),
                   k[2] * (e[0] * e2[1] + e[1] * e2[0])};
      const Condition now = open && norm2(rest) <= 0x1p-106 * size;
      const V mid = (m + e) + e2;
      if constexpr (alone) {
        if (now) return end_at(mid);
      } else {
        found = select(now, mid, found), open = open && !now;
      }
      d = (d + e) + e2;
    }
    if constexpr (alone) {
      return beyond(body, p[0], p[1], p[2], s0.R.w, s0.R.x, s0.R.y, s0.R.z, t0, h, counters);
    } else {
      leave(counters, open || !near);
      return end_at(found);
    }
  }
};

struct MidpointExp : SelfStarting {
  static constexpr MethodInfo info{.id = "midpoint-exp",
                                   .label = "midpoint (exp)",
                                   .source = "Austin et al. 1993; Romero 2008, app. A",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .energy = {Answer::yes, "without torque"},
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    return detail::midpoint_step<[](const auto& a) { return exp(a); }>(body, s0, t0, h, counters);
  }
};

}  // namespace polhode
