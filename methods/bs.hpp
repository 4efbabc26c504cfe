// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/extrapolation.hpp"
#include "methods/family/flat.hpp"
#include "methods/family/name.hpp"

// BS8, BS12, BS16: the midpoint rule on (Pi, q), extrapolated at fixed order 2K, K = 4, 6, 8
// [Gragg 1965; Bulirsch & Stoer 1966; Hairer, Norsett & Wanner, Solving ODEs I, section II.9]
//
//   f0 = f(t, y0);   for k = 1..K:  n = 2k, d = h/n
//     a = 0, b = d f0                                                                    (a)
//     for i = 1..n-1:  (a, b) <- (b, a + 2 d f(t + i d, y0 + b));    e_k = b             (b)
//   y1 = y0 + sum_k w_k e_k,    w_k = product over j != k of k^2 / (k^2 - j^2)           (c)
//
// Departures: no smoothing step, which costs K more evaluations for hardly less error. Increments are carried in the
// place of states: they lose less to rounding. q is not normalised on the way.
namespace polhode {

template <int order>
struct Bs : SelfStarting {
  static_assert(order % 2 == 0);
  static constexpr int K = order / 2;
  static constexpr std::string_view prefix = "bs", Prefix = "BS", number = digits<order>;
  static constexpr MethodInfo info{.id = Joined<prefix, number>::value,
                                   .label = Joined<Prefix, number>::value,
                                   .aliases = {},
                                   .source = "Gragg 1965; Bulirsch & Stoer 1966",
                                   .order = order,
                                   .kind = Kind::explicit_method,
                                   .torque_evaluations = {K * K + 1},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::no},
                                   .energy = {Answer::no}};

  template <class P, class State, class T, class Tally>
  static State step(const P& problem, const State& s, const T& t, const T& h, Tally&) {
    const auto& w = extrapolation_weights<K, T>();
    const auto y0 = flat(s), f0 = flat_rates(problem, t, y0);
    constexpr int size = std::tuple_size_v<decltype(y0)>;
    auto y1 = y0;
    for (int k = 1; k <= K; ++k) {
      const int n = 2 * k;
      const T d = h / n;
      std::array<T, size> a, b, y;
      for (int c = 0; c < size; ++c) a[c] = 0, b[c] = d * f0[c];  // (a)
      for (int i = 1; i < n; ++i) {
        for (int c = 0; c < size; ++c) y[c] = y0[c] + b[c];
        const auto f = flat_rates(problem, t + i * d, y);
        for (int c = 0; c < size; ++c) {
          const T next = a[c] + 2 * d * f[c];  // (b)
          a[c] = b[c], b[c] = next;
        }
      }
      for (int c = 0; c < size; ++c) y1[c] += w[k - 1] * b[c];  // (c)
    }
    return shaped<State>(y1);
  }
};

}  // namespace polhode
