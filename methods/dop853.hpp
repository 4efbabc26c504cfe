// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/dop853_tableau.hpp"
#include "methods/family/flat.hpp"

// DOP853: the Runge-Kutta method of order eight of Dormand and Prince on (Pi, q), fixed step
// [Dormand & Prince; Hairer, Norsett & Wanner, Solving ODEs I, section II.5]
//
//   f_k = f(t + c_k h, y0 + h sum_(j < k) a_kj f_j),   y1 = y0 + h sum_j b_j f_j,   twelve stages
//
// Departures: none. The torque is taken at q / |q|; q itself is not normalised.
namespace polhode {

struct Dop853 : SelfStarting {
  static constexpr MethodInfo info{.id = "dop853",
                                   .label = "DOP853",
                                   .aliases = {},
                                   .source = "Dormand & Prince; Hairer, Norsett & Wanner",
                                   .order = 8,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {12},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = broken(8),
                                   .energy = broken(8),
                                   .coefficient_digits = 30,
                                   .serves = Dependence::any};

  template <class P, class State, class T, class Tally>
  static State step(const P& problem, const State& s, const T& t, const T& h, Tally&) {
    constexpr int S = 12;
    const auto& A = dop853_tableau<T>();
    const auto y0 = flat(s);
    std::array<std::remove_cv_t<decltype(y0)>, S> f;
    const auto moved = [&](const T* weights, int stages) {
      auto y = y0;
      for (std::size_t c = 0; c < y.size(); ++c) {
        T sum(0);
        for (int j = 0; j < stages; ++j) sum += weights[j] * f[j][c];
        y[c] += h * sum;
      }
      return y;
    };
    for (int k = 0; k < S; ++k) f[k] = flat_rates(problem, t + A.c[k] * h, moved(A.a[k], k));
    return shaped<State>(moved(A.b, S));
  }
};

}  // namespace polhode
