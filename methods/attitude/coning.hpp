// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "methods/attitude/update.hpp"

// Coning algorithms: u = exp(phi), phi from the increments th1 .. thK of K equal intervals, and P of the update before.
//
//   coning-K[-previous[-P]]   phi = sum th + (sum_d kappa_d th[K-d]) x th[K]
//        K=1 0;  K=2 2/3;  K=3 27/20, 9/20;  K=4 (214, 92, 54)/105;  K=5 (1375, 650, 525, 250)/504;
//        K=6 (15797, 7834, 7296, 4558, 2315)/4620
//        K,P = 1,1 1/12;  1,2 7/60, -1/60;  2,1 11/15, -1/30;  2,2 323/420, -13/210, 1/140;  3,1 393/280, 57/140, 3/280
//   coning-K-taylor           phi = sum th + sum_(i<j) c_ij th_i x th_j
//        K=3 c12 = c23 = 57/80, c13 = 33/80;
//        K=4 (/945) c12 = c34 = 736, c13 = c24 = 334, c14 = 526, c23 = 654;
//        K=5 c12 = c45 = 123425/145152, c13 = c35 = 3875/16128, c14 = c25 = 30025/48384, c15 = 66625/145152,
//            c23 = c34 = 275/384, c24 = 6925/18144
//   coning-recursive          A = B = 0; each: B += (A + th_prev/6) x th/2, A += th; phi = A + B
//
//   [Miller 1983; Lee et al. 1990; Jiang & Lin 1992; Ignagni 1996; Savage 1998; Park et al. 1999; Tian et al. 2010]
//
// kappa makes the drift in pure coning vanish to the highest order, c_ij is the product of the increments' polynomial:
// the first are best in coning, the second everywhere else. Before the first update increments are 0.
namespace polhode::attitude {

/// kappa_1, kappa_2, .. as numerators over one denominator.
struct ConingCoefficients {
  int K, P;
  const char *id, *source;
  int order, denominator, numerators[5];
};
/// The coefficients of the box.
inline constexpr ConingCoefficients coning_coefficients[] = {
    {1, 0, "coning-1", "textbooks", 2, 1, {}},
    {1, 1, "coning-1-previous", "Savage 1998", 3, 12, {1}},
    {1, 2, "coning-1-previous-2", "Ignagni 1996", 3, 60, {7, -1}},
    {2, 0, "coning-2", "Miller 1983; Ignagni 1996", 4, 3, {2}},
    {2, 1, "coning-2-previous", "Jiang & Lin 1992; Ignagni 1996", 3, 30, {22, -1}},
    {2, 2, "coning-2-previous-2", "Ignagni 1996", 3, 420, {323, -26, 3}},
    {3, 0, "coning-3", "Miller 1983", 3, 20, {27, 9}},
    {3, 1, "coning-3-previous", "Ignagni 1996", 3, 280, {393, 114, 3}},
    {4, 0, "coning-4", "Lee et al. 1990", 3, 105, {214, 92, 54}},
    {5, 0, "coning-5", "Park et al. 1999", 3, 504, {1375, 650, 525, 250}},
    {6, 0, "coning-6", "Park et al. 1999", 3, 4620, {15797, 7834, 7296, 4558, 2315}}};

template <class T, int K, int P = 0>
struct Coning {
  static constexpr const auto& C =
      *std::ranges::find_if(coning_coefficients, [](const auto& c) { return c.K == K && c.P == P; });
  static constexpr UpdateInfo info{C.id, C.source, Takes::increments, K, C.order, K + P > 1, P};
  Rate<T> before[extent(P + 1)] = {};  ///< th0, th-1, ..

  Turn<T> operator()(const Rate<T>* th, const T*, int) {
    Rate<T> sum = th[0], weighted{T(0), T(0), T(0)};
    for (int k = 1; k < K; ++k) sum += th[k];
    for (int d = 1; d < K + P; ++d) weighted += T(C.numerators[d - 1]) * (d < K ? th[K - d - 1] : before[d - K]);
    if constexpr (K + P > 1) sum += T(T(1) / T(C.denominator)) * cross(weighted, th[K - 1]);
    for (int p = P - 1; p >= K; --p) before[p] = before[p - K];
    for (int p = 0; p < P && p < K; ++p) before[p] = th[K - 1 - p];
    return exp(sum);
  }
};

/// c_ij as numerators over one denominator, in the order 12, 13, .., 23, 24, ..
struct TaylorCoefficients {
  const char* id;
  int denominator, numerators[10];
};
/// The coefficients of K = 3, 4, 5.
inline constexpr TaylorCoefficients taylor_coefficients[] = {
    {"coning-3-taylor", 80, {57, 33, 57}},
    {"coning-4-taylor", 945, {736, 334, 526, 654, 334, 736}},
    {"coning-5-taylor", 145152, {123425, 34875, 90075, 66625, 103950, 55400, 90075, 103950, 34875, 123425}}};

template <class T, int K>
struct ConingTaylor {
  static constexpr const auto& C = taylor_coefficients[K - 3];
  static constexpr UpdateInfo info{C.id, "Miller 1983; Lee et al. 1990", Takes::increments, K, 4, true};
  Turn<T> operator()(const Rate<T>* th, const T*, int) const {
    Rate<T> sum = th[0], products{T(0), T(0), T(0)};
    for (int k = 1; k < K; ++k) sum += th[k];
    for (int i = 0, c = 0; i < K; ++i)
      for (int j = i + 1; j < K; ++j, ++c) products += T(C.numerators[c]) * cross(th[i], th[j]);
    return exp(sum + T(T(1) / T(C.denominator)) * products);
  }
};

template <class T>
struct ConingRecursive {
  static constexpr UpdateInfo info{"coning-recursive", "Savage 1998; Tian et al. 2010", Takes::increments, 0, 3};
  Rate<T> last{T(0), T(0), T(0)};  ///< goes on over updates

  Turn<T> operator()(const Rate<T>* th, const T*, int count) {
    Rate<T> A{T(0), T(0), T(0)}, B = A;
    const T sixth = T(1) / T(6);
    for (int k = 0; k < count; ++k) {
      B += T(0.5) * cross(A + sixth * last, th[k]);
      A += th[k], last = th[k];
    }
    return exp(A + B);
  }
};

}  // namespace polhode::attitude
