// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/flat.hpp"
#include "methods/family/lanes.hpp"
#include "methods/family/name.hpp"
#include "methods/family/splitting.hpp"
#include "methods/family/taylor_series.hpp"

// TAYLOR8, 12, 16, 20, 24: the Taylor series of (Pi, q) of order N
// [Jorba & Zou 2005; Barrio 2006]
//
//   (n+1) Pi_(n+1) = sum_j Pi_j x w_(n-j) + T_n,   w_n = I^-1 Pi_n                                             (1)
//   (n+1) q_(n+1)  = 1/2 sum_j q_j (0, w_(n-j))                                                                (2)
//   y(t + h) = sum_(n <= N) y_n h^n,  then q <- q/|q|                                                          (3)
//
// T_n by methods/family/taylor_series.hpp; a torque that is known by its values only has none: no_series. Of torques
// that depend on the momentum, constant damping and rotors of constant momentum have one: T_n = h x w_n - D w_n.
// Coefficients are scaled by h^n as they come. Departures: steps of one size, where the papers choose h by the last
// coefficients.
namespace polhode {

/// The steps, for all orders.
struct TaylorSteps : SelfStarting {
  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s, const T& t, const T& h, Counters& counters) {
    const int N = body.prepared;
    if constexpr (Torqueless<P>) {
      return sum(body, s, h, N, taylor::NoSeries{});
    } else if constexpr (MomentumDriven<P>) {
      counters.count_torque();
      if (!taylor::without_series(body).empty()) counters.fail(Failure::no_series);
      return sum(body, s, h, N, taylor::DrivenSeries<T>(body, t, s));
    } else {
      counters.count_torque();
      const bool all_have_series = body.torques.all([]<class Kind>(const Kind&) { return taylor::HasSeries<Kind>; });
      if (!all_have_series) counters.fail(Failure::no_series);
      RigidState<T> end;
      with_known_torque(uncounted(body), [&]<class Known>(const Known& known) {
        if constexpr (requires { taylor::TorqueSeries<decltype(known.kind)>(known.kind, t, s.R); })
          end = sum(known, s, h, N, taylor::TorqueSeries<decltype(known.kind)>(known.kind, t, s.R));
        else
          end = sum(body, s, h, N, taylor::SumSeries<T>(body.torques, t, s.R));
      });
      return end;
    }
  }

 private:
  template <class P, class T, class Torque>
  static RigidState<T> sum(const P& body, const RigidState<T>& s, const T& h, int N, Torque torque) {
    taylor::Series<Vec<Body, T>> Pi, w;
    taylor::Series<Attitude<T>> q;
    Pi[0] = s.Pi, q[0] = s.R, w[0] = body.Omega(s.Pi);
    for (int n = 0; n < N; ++n) {
      const T step = h / T(n + 1);
      Pi[n + 1] = step * (taylor::cauchy(Pi, w, n, taylor::crossed) + torque.torque(n));  // (1)
      w[n + 1] = body.Omega(Pi[n + 1]);
      Attitude<T> rate = quaternion_rate(q[0], w[n]);
      for (int j = 1; j <= n; ++j) rate = added(rate, quaternion_rate(q[j], w[n - j]));
      q[n + 1] = {step * rate.w, step * rate.x, step * rate.y, step * rate.z};  // (2)
      if (n + 1 < N) torque.advance(w, n, step);
    }
    RigidState<T> end{Pi[N], q[N]};
    for (int n = N - 1; n >= 0; --n) end = {Pi[n] + end.Pi, added(q[n], end.R)};  // (3)
    return {end.Pi, normalised(end.R)};
  }

  template <class T>
  static Attitude<T> added(const Attitude<T>& a, const Attitude<T>& b) {
    return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
  }
};

template <int N>
struct Taylor : TaylorSteps {
  static_assert(N <= taylor::highest);
  using Loop = TaylorSteps;
  static constexpr std::string_view prefix = "taylor", Prefix = "Taylor ", number = digits<N>;
  static constexpr MethodInfo info{
      .id = Joined<prefix, number>::value,
      .label = Joined<Prefix, number>::value,
      .source = "Jorba & Zou 2005; Barrio 2006",
      .order = N,
      .torque_evaluations = {1},
      .symplectic = {N < 20 ? Answer::no : Answer::unknown, N < 20 ? "" : "the defect of a step of 0.2 is below 1e-22"},
      .spatial_momentum = broken(N),
      .energy = broken(N),
      .supports = Dependence::linear,
      .takes_series = true};

  static int prepare(const auto&) { return N; }
};

}  // namespace polhode
