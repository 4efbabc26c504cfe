// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/dop853_tableau.hpp"
#include "methods/family/flat.hpp"
#include "methods/family/known_torque.hpp"

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
                                   .source = "Dormand & Prince; Hairer, Norsett & Wanner",
                                   .order = 8,
                                   .torque_evaluations = {12},
                                   .spatial_momentum = broken(8),
                                   .energy = broken(8),
                                   .coefficient_digits = 30,
                                   .supports = Dependence::any};

  template <class P, class State, class T, class Counters>
  static State step(const P& problem, const State& s, const T& t, const T& h, Counters&) {
    const auto stepped = [](const auto& body, auto y, T from, T step) {
      std::array<decltype(y), dop853::stages> f;
      const auto stage = [&]<int k>(std::integral_constant<int, k>) {
        f[k] = flat_rates(body, from + node<k, T>() * step, moved<k>(y, step, f));
      };
      [&]<int... k>(std::integer_sequence<int, k...>) {
        (stage(std::integral_constant<int, k>()), ...);
      }
      (std::make_integer_sequence<int, dop853::stages>());
      return moved<dop853::stages>(y, step, f);
    };
    return shaped<State>(step_of_kind(stepped, problem, numbers(s), t, h));
  }

 private:
  /// a_kj, and b_j in the last row. In double they are compile-time constants.
  template <int k, int j, class T>
  static T weight() {
    if constexpr (std::is_same_v<T, double>)
      return dop853::in_double[k][j];
    else if constexpr (k == dop853::stages)
      return dop853_tableau<T>().b[j];
    else
      return dop853_tableau<T>().a[k][j];
  }
  template <int k, class T>
  static T node() {
    if constexpr (std::is_same_v<T, double>) {
      constexpr double sum = [] {
        double c = 0;
        for (const double a : dop853::in_double[k]) c += a;
        return c;
      }();
      return sum;
    } else {
      return dop853_tableau<T>().c[k];
    }
  }
  /// y0 + h sum_j a_kj f_j, without the zeros of the tableau.
  template <int k, class Numbers, class T, class F>
  static Numbers moved(Numbers y, const T& h, const F& f) {
    for (std::size_t c = 0; c < y.size(); ++c) {
      T sum(0);
      const auto add = [&]<int j>(std::integral_constant<int, j>) {
        if constexpr (dop853::in_double[k][j] != 0) sum += weight<k, j, T>() * f[j][c];
      };
      [&]<int... j>(std::integer_sequence<int, j...>) {
        (add(std::integral_constant<int, j>()), ...);
      }
      (std::make_integer_sequence<int, dop853::stages>());
      y[c] += h * sum;
    }
    return y;
  }
};

}  // namespace polhode
