// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"
#include "methods/family/rkmk.hpp"

namespace polhode {

/// The tableau of Gauss with S stages [Kuntzmann 1961; Butcher 1964]: c are the roots of the shifted Legendre
/// polynomial, a_ij is the integral of the j-th Lagrange polynomial up to c_i, b_j its integral up to 1. This
/// quadrature integrates them exactly.
template <int S, class T>
const Tableau<S, T>& gauss_tableau() {
  static const auto tableau = [] {
    const orbit::GaussLegendre<S, T> rule;
    Tableau<S, T> g;
    for (int i = 0; i < S; ++i) g.c[i] = (1 - rule.node[i]) / 2, g.b[i] = rule.weight[i] / 2;
    const auto lagrange = [&](int j, const T& x) {
      T product(1);
      for (int m = 0; m < S; ++m)
        if (m != j) product = product * ((x - g.c[m]) / (g.c[j] - g.c[m]));
      return product;
    };
    for (int i = 0; i < S; ++i)
      for (int j = 0; j < S; ++j) {
        g.a[i][j] = T(0);
        for (int k = 0; k < S; ++k) g.a[i][j] += g.c[i] * g.b[k] * lagrange(j, g.c[i] * g.c[k]);
      }
    return g;
  }();
  return tableau;
}

}  // namespace polhode
