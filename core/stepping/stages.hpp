// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/array.hpp"
#include "core/stepping/solve.hpp"

/// Several coupled vectors as one unknown of `solve`: the stages of an implicit Runge-Kutta method.
namespace polhode {

/// S vectors of three components.
template <int S, class F, class T>
struct Stages {
  Array<Vec<F, T>, S> v;

  Vec<F, T>& operator[](int k) { return v[k]; }
  const Vec<F, T>& operator[](int k) const { return v[k]; }

  friend Stages operator+(Stages a, const Stages& b) {
    for (int k = 0; k < S; ++k) a.v[k] += b.v[k];
    return a;
  }
  friend Stages operator-(Stages a, const Stages& b) {
    for (int k = 0; k < S; ++k) a.v[k] -= b.v[k];
    return a;
  }
  friend Stages operator*(const T& s, Stages a) {
    for (auto& x : a.v) x = s * x;
    return a;
  }
  Stages& operator-=(const Stages& b) { return *this = *this - b; }
};

/// S x S blocks.
template <int S, class T>
struct Blocks {
  Mat3<T> b[extent(S)][extent(S)];
};

/// Stages with their derivative by stages: block [k][j] is the derivative of stage k by stage j.
template <int S, class F, class T>
struct StagesTangent {
  Stages<S, F, T> value;
  Blocks<S, T> derivative;
};

template <int S, class F, class T>
T largest(const Stages<S, F, T>& x) {
  T most(0);
  for (const auto& v : x.v)
    if (const T size = detail::largest(v); most == most && !(size <= most)) most = size;  // a NaN stays
  return most;
}

/// The residual at plain stages, because residuals of stages differentiate themselves, block by block.
template <int S, class F, class T>
const Stages<S, F, T>& seed(const Stages<S, F, T>& x) {
  return x;
}

/// x with a x = b, by elimination with partial pivoting; non-finite if a is singular.
template <int S, class F, class T>
Stages<S, F, T> solve_linear(const Blocks<S, T>& a, Stages<S, F, T> b) {
  using std::abs;
  constexpr int n = 3 * S;
  T m[extent(n)][extent(n + 1)];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m[i][j] = a.b[i / 3][j / 3](i % 3, j % 3);
    m[i][n] = b[i / 3][i % 3];
  }
  for (int c = 0; c < n; ++c) {
    int pivot = c;
    for (int i = c + 1; i < n; ++i)
      if (abs(m[i][c]) > abs(m[pivot][c])) pivot = i;
    std::swap(m[c], m[pivot]);
    for (int i = c + 1; i < n; ++i) {
      const T factor = m[i][c] / m[c][c];
      for (int j = c; j <= n; ++j) m[i][j] -= factor * m[c][j];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    T x = m[i][n];
    for (int j = i + 1; j < n; ++j) x -= m[i][j] * b[j / 3][j % 3];
    b[i / 3][i % 3] = x / m[i][i];
  }
  return b;
}

/// Blocks are used once per round: nothing is prepared.
template <int S, class T>
struct BlockSolver {
  const Blocks<S, T>& a;

  template <class F>
  Stages<S, F, T> solve(const Stages<S, F, T>& b) const {
    return solve_linear(a, b);
  }
};
template <int S, class T>
BlockSolver<S, T> factorised(const Blocks<S, T>& a) {
  return {a};
}

}  // namespace polhode
