// SPDX-License-Identifier: MIT
#pragma once

#include "methods/attitude/update.hpp"

// Iterations towards the attitude of the polynomial w of degree K - 1 that has the increments th1 .. thK
// (polynomial.hpp):
//
//   quatfiter-K   q = 1;  `count` times  q <- 1 + (1/2) int q w;                     u = q(end)    [Wu & Yan 2019]
//   rodfiter-K    g = 0;  `count` times  g <- int (w + g x w/2 + (g . w) g/4);       u = (1, g(end)/2)   [Wu 2018]
//
// `count` is K + 3. After each integral Chebyshev terms of degree above `truncate` are dropped: none (quatfiter), those
// above K + 4 (rodfiter). They are no more accurate than poly-K, whatever the number of terms; rodfiter has a pole at
// half a turn an update. Departure: terms above degree 63, which are below rounding for less than a turn, are not kept.
namespace polhode::attitude {

/// A polynomial on [-1, 1] by its Chebyshev terms.
template <class V>
struct Chebyshev {
  static constexpr int most = 63;
  V c[most + 1];
  int degree = 0;
};

/// The sum of products, by T_i T_j = (T_(i+j) + T_|i-j|) / 2.
template <class V, class A, class B, class Product>
void multiply_add(Chebyshev<V>& sum, const Chebyshev<A>& a, const Chebyshev<B>& b, const Product& product) {
  const auto add = [&](int n, const V& x) {
    if (n > sum.most) return;
    if (n > sum.degree) {
      for (int k = sum.degree + 1; k <= n; ++k) sum.c[k] = V{};
      sum.degree = n;
    }
    sum.c[n] += x;
  };
  for (int i = 0; i <= a.degree; ++i)
    for (int j = 0; j <= b.degree; ++j) {
      const V half = product(a.c[i], b.c[j]);
      add(i + j, half), add(i < j ? j - i : i - j, half);
    }
}

/// The integral from -1, of degree `highest` at most.
template <class T, class V>
void integrate_from_left(Chebyshev<V>& p, int highest) {
  Chebyshev<V> q;
  q.degree = p.degree + 1 > q.most ? q.most : p.degree + 1;
  const auto at = [&](int k) { return k > p.degree ? V{} : p.c[k]; };
  V left{};  // the value at -1 without the constant
  for (int k = 1; k <= q.degree; ++k) {
    q.c[k] = k == 1 ? at(0) - T(0.5) * at(2) : T(T(1) / T(2 * k)) * (at(k - 1) - at(k + 1));
    left += k % 2 == 0 ? q.c[k] : T(-1) * q.c[k];
  }
  q.c[0] = T(-1) * left;
  p = q;
  if (p.degree > highest) p.degree = highest;
}

/// A quaternion as a vector of four numbers.
template <class T>
struct Four {
  T w{0}, x{0}, y{0}, z{0};
  Four& operator+=(const Four& b) { return w += b.w, x += b.x, y += b.y, z += b.z, *this; }
  friend Four operator-(const Four& a, const Four& b) { return {a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Four operator*(const T& s, const Four& a) { return {s * a.w, s * a.x, s * a.y, s * a.z}; }
};

/// The increments' polynomial, times the length of the update, by its values at Chebyshev points.
template <int K, class T>
Chebyshev<Rate<T>> chebyshev_of_increments(const Rate<T>* th, const T* tau) {
  Rate<T> W[extent(K)];
  rate_of_increments<K>(th, tau, W);
  Chebyshev<Rate<T>> w;
  w.degree = K - 1;
  for (int n = 0; n < K; ++n) w.c[n] = Rate<T>{T(0), T(0), T(0)};
  // s^k in powers of x = 2s - 1 and those by recursion: multiplication by (1 + x)/2 takes T_n to
  // T_n/2 + (T_(n+1) + T_|n-1|)/4.
  for (int k = K - 1; k >= 0; --k) {
    Rate<T> next[extent(K + 1)];
    for (auto& v : next) v = Rate<T>{T(0), T(0), T(0)};
    for (int n = 0; n < K; ++n) {
      next[n] += T(0.5) * w.c[n];
      next[n + 1] += T(n == 0 ? 0.5 : 0.25) * w.c[n];
      if (n > 0) next[n - 1] += T(0.25) * w.c[n];
    }
    for (int n = 0; n < K; ++n) w.c[n] = next[n];
    w.c[0] += W[k];
  }
  return w;
}

template <class T, int K>
struct Quatfiter {
  static constexpr std::string_view prefix = "quatfiter-", id = Joined<prefix, digits<K>>::value;
  static constexpr UpdateInfo info{id, "Wu & Yan 2019", Takes::increments, K, order_of_polynomial(K)};
  Iterations options;

  Turn<T> operator()(const Rate<T>* th, const T* tau, int) const {
    const auto w = chebyshev_of_increments<K>(th, tau);
    Chebyshev<Four<T>> q;
    q.c[0] = {T(1), T(0), T(0), T(0)};
    for (int n = options.count ? options.count : K + 3; n > 0; --n) {
      Chebyshev<Four<T>> product;
      product.c[0] = {};
      multiply_add(product, q, w,
                   [](const Four<T>& a, const Rate<T>& b) {  // (1/2)(1/2)(1/2): of q', of ds, of the terms
                     const auto r = twice_quaternion_rate(Turn<T>{a.w, a.x, a.y, a.z}, b);
                     return T(0.125) * Four<T>{r.w, r.x, r.y, r.z};
                   });
      integrate_from_left<T>(product, options.truncate ? options.truncate : product.most);
      product.c[0].w += T(1);
      q = product;
    }
    Four<T> end{};
    for (int k = q.degree; k >= 0; --k) end += q.c[k];
    return {end.w, end.x, end.y, end.z};
  }
};

template <class T, int K>
struct Rodfiter {
  static constexpr std::string_view prefix = "rodfiter-", id = Joined<prefix, digits<K>>::value;
  static constexpr UpdateInfo info{id, "Wu 2018", Takes::increments, K, order_of_polynomial(K)};
  Iterations options;

  Turn<T> operator()(const Rate<T>* th, const T* tau, int) const {
    const auto w = chebyshev_of_increments<K>(th, tau);
    Chebyshev<Rate<T>> g;
    g.c[0] = {T(0), T(0), T(0)};
    for (int n = options.count ? options.count : K + 3; n > 0; --n) {
      Chebyshev<Rate<T>> sum;
      sum.degree = w.degree;
      for (int k = 0; k <= w.degree; ++k) sum.c[k] = T(0.5) * w.c[k];
      multiply_add(sum, g, w, [](const Rate<T>& a, const Rate<T>& b) { return T(0.125) * cross(a, b); });
      Chebyshev<T> along;
      along.c[0] = T(0);
      multiply_add(along, g, w, [](const Rate<T>& a, const Rate<T>& b) { return T(T(0.5) * dot(a, b)); });
      multiply_add(sum, along, g, [](const T& a, const Rate<T>& b) { return T(a / T(16)) * b; });
      integrate_from_left<T>(sum, options.truncate ? options.truncate : K + 4);
      g = sum;
    }
    Rate<T> end{T(0), T(0), T(0)};
    for (int k = g.degree; k >= 0; --k) end += g.c[k];
    end = T(0.5) * end;
    return {T(1), end[0], end[1], end[2]};
  }
};

}  // namespace polhode::attitude
