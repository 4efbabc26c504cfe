// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "methods/family/flat.hpp"
#include "methods/family/gauss_tableau.hpp"
#include "methods/family/name.hpp"

// GAUSS4, 6, 8: collocation at s = 2, 3, 4 points of Gauss on (Pi, q)
// [Kuntzmann 1961; Butcher 1964; Hairer, Lubich & Wanner, Geometric Numerical Integration, section II.1]
//
//   F(t, y):  Pi' = Pi x w + |q|^2 T(t, q/|q|),   q' = q (0, w)/2
//   F_k = F(t + c_k h, y0 + h sum_j a_kj F_j),    y1 = y0 + h sum_j b_j F_j
//
// In a uniform field |q|^2 V(q/|q|) is quadratic in q, and so is the energy: Gauss's methods keep it, |q| and, without
// torque, |Pi| to rounding. The factor |q|^2 at the stages is the point. The spatial momentum is cubic and is not kept.
// F_k by fixed-point iteration from F(t, y0), as far as rounding lets it go, else no_convergence. Departures: none.
namespace polhode {

template <int order>
struct Gauss : SelfStarting {
  static constexpr int S = order / 2;
  static constexpr std::string_view prefix = "gauss", Prefix = "Gauss ", number = digits<order>;
  static constexpr MethodInfo info{.id = Joined<prefix, number>::value,
                                   .label = Joined<Prefix, number>::value,
                                   .source = "Kuntzmann 1961; Butcher 1964",
                                   .order = order,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, S},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = broken(order),
                                   .energy = {Answer::yes, "in uniform fields"},
                                   .solver = Solver::fixed_point,
                                   .supports = Dependence::any};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s, const T& t, const T& h, Counters& counters) {
    const auto& A = gauss_tableau<S, T>();
    using Seven = std::array<T, 7>;
    const Seven y0 = numbers(s);
    const auto field = [&](const T& at, const Seven& y) {
      const auto [Pi, q] = shaped<RigidState<T>>(y);
      const auto w = body.Omega(Pi);
      return numbers(
          RigidState<T>{cross(Pi, w) + norm2(q) * body.torque(at, normalised(q), Pi), quaternion_rate(q, w)});
    };
    const auto moved = [&](const T* weights, const Array<Seven, S>& F) {
      Seven y = y0;
      for (std::size_t c = 0; c < 7; ++c) {
        T sum(0);
        for (int j = 0; j < S; ++j) sum += weights[j] * F[j][c];
        y[c] += h * sum;
      }
      return y;
    };

    Array<Seven, S> F, next;
    std::fill(F.begin(), F.end(), field(t, y0));
    T change(0);
    const bool found = iterate(counters, [&] {
      for (int k = 0; k < S; ++k) next[k] = field(t + A.c[k] * h, moved(A.a[k], F));
      change = T(0);
      T size(0);
      for (int k = 0; k < S; ++k)
        for (std::size_t c = 0; c < 7; ++c) {
          using std::abs;
          change = std::max(change, T(abs(next[k][c] - F[k][c]))), size = std::max(size, T(abs(next[k][c])));
        }
      F = next;
      return size > T(0) ? T(change / size) : T(0);
    });
    if (!found) counters.fail(Failure::no_convergence);
    return shaped<RigidState<T>>(moved(A.b, F));
  }

 private:
  /// Repeats `round`, which returns its relative change, until changes are rounding: they are zero, or small and no
  /// longer decrease. Derivatives, which lag behind, get the same number of rounds once more.
  static bool iterate(auto& counters, const auto& round) {
    constexpr int most = 500;
    auto last = round();
    counters.count_iteration();
    using T = decltype(last);
    for (int i = 1; i < most; ++i) {
      const T change = round();
      counters.count_iteration();
      if (!(change < T(1e6))) return false;
      const bool rounds =
          bits<T>() < std::numeric_limits<T>::digits && 16 * change <= epsilon<T>();  // in more bits than asked
      if (change == T(0) || rounds || (change < T(1000) * epsilon<T>() && change >= last)) {
        for (int more = carries_derivatives<T> ? i : 0; more > 0; --more) round();
        return true;
      }
      last = change;
    }
    return false;
  }
};

}  // namespace polhode
