// SPDX-License-Identifier: MIT
#pragma once

#include "methods/attitude/update.hpp"

// The attitude of the polynomial that the samples leave no choice of, to all digits: what iterations and coning
// formulas come near to. Intervals may be of any length.
//
//   rates-poly-K   Omega is the polynomial of degree K through w0 .. wK
//   poly-K         Omega is the polynomial of degree K - 1 that has the increments th1 .. thK
//
//   q' = q Omega/2 by its Taylor series: (n + 1) q[n+1] = sum_k q[n-k] Omega[k] / 2
namespace polhode::attitude {

template <class T, int K>
struct RatesPoly {
  static constexpr std::string_view prefix = "rates-poly-", id = Joined<prefix, digits<K>>::value;
  static constexpr UpdateInfo info{id, "limit of its kind", Takes::rates, K, order_of_polynomial(K)};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    const T h = length_of(tau, K);
    T s[extent(K + 1)];
    Rate<T> W[extent(K + 1)];
    T passed(0);
    for (int k = 0; k <= K; ++k) {
      s[k] = passed / h, W[k] = h * w[k];
      if (k < K) passed += tau[k];
    }
    interpolate<K>(s, W);
    return turn_of_polynomial<K>(W);
  }
};

template <class T, int K>
struct Poly {
  static constexpr std::string_view prefix = "poly-", id = Joined<prefix, digits<K>>::value;
  static constexpr UpdateInfo info{id, "limit of its kind", Takes::increments, K, order_of_polynomial(K)};
  Turn<T> operator()(const Rate<T>* th, const T* tau, int) const {
    Rate<T> W[extent(K)];
    rate_of_increments<K>(th, tau, W);
    return turn_of_polynomial<K - 1>(W);
  }
};

}  // namespace polhode::attitude
