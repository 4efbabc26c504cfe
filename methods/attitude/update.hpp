// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/turns.hpp"
#include "core/stepping/method.hpp"
#include "methods/family/name.hpp"

namespace polhode {

/// Input of an update: rates at the ends of the intervals, angles turned in them, or rates at its own times.
enum class Takes { rates, increments, function };

/// Declaration of an update: a method and its input.
struct UpdateInfo : MethodInfo {
  Takes takes;
  int samples;            ///< intervals per update; 0: any number
  bool equal = false;     ///< is made for equal intervals
  int previous = 0;       ///< number of increments of the previous update that it uses
  bool invariant = true;  ///< does not depend on the attitude

  /// `of_order`: the order of the error at a fixed time, for equal intervals.
  constexpr UpdateInfo(std::string_view name, const char* from, Takes what, int intervals, int of_order,
                       bool made_for_equal = false, int increments_before = 0)
      : MethodInfo{.id = name, .label = name, .source = from, .order = of_order, .torque_evaluations = {}},
        takes(what),
        samples(intervals),
        equal(made_for_equal),
        previous(increments_before) {}
};

/// The declaration of another program's update by rates.
constexpr UpdateInfo restated(const char* id, const char* source, int samples, int order, bool invariant = true) {
  UpdateInfo info(id, source, Takes::rates, samples, order);
  info.reimplements = source, info.invariant = invariant;
  return info;
}

/// Options of the methods that iterate; 0: their defaults.
struct Iterations {
  int count = 0, truncate = 0;
};

}  // namespace polhode

/// Updates of the attitude from the output of a gyro, without inertia and torque: R' = R hat(Omega(t)).
///
/// An update is one function from samples to a turn, u = method(samples, intervals, count), and a run is the product
/// q <- q u: u does not depend on q. The length of u need not be 1; an attitude is q / |q|. Rates in space are rates of
/// the inverse: pass -omega, and turn the conjugate. Samples are in radians (per time); `count` is the number of
/// intervals of the update, for the updates that take any number. Nothing allocates.
namespace polhode::attitude {

using polhode::Takes, polhode::Iterations;

/// The length of an update.
template <class T>
T length_of(const T* tau, int count) {
  T h = tau[0];
  for (int k = 1; k < count; ++k) h += tau[k];
  return h;
}

/// RK4 on q' = q w / 2 from q = 1, with the rates at the beginning, in the middle and at the end.
template <class T>
Turn<T> runge_kutta(const Rate<T>& begin, const Rate<T>& middle, const Rate<T>& end, const T& h) {
  const auto one = Turn<T>::identity();
  const T half = h / T(2);
  const auto k1 = quaternion_rate(one, begin), k2 = quaternion_rate(plus(one, half, k1), middle),
             k3 = quaternion_rate(plus(one, half, k2), middle), k4 = quaternion_rate(plus(one, h, k3), end);
  return plus(plus(one, T(h / T(6)), plus(k1, T(1), k4)), T(h / T(3)), plus(k2, T(1), k3));
}

/// (M6): the exponent of order 6 from the moments of the rate [Blanes, Casas & Ros 2000]; [a, b] = b x a here.
template <class T>
Rate<T> magnus6_exponent(const Rate<T>& a1, const Rate<T>& a2, const Rate<T>& a3) {
  const auto bracket = [](const Rate<T>& a, const Rate<T>& b) { return cross(b, a); };
  const Rate<T> C1 = bracket(a1, a2), C2 = -(bracket(a1, T(2) * a3 + C1) / T(60));
  return a1 + a3 / T(12) + bracket(C1 - T(20) * a1 - a3, a2 + C2) / T(240);
}

/// The order of the attitude of a polynomial with K intervals: one more where K is even.
constexpr int order_of_polynomial(int K) {
  return K + 1 + (K + 1) % 2;
}

/// The polynomial of degree K - 1 that has K increments, times the length of the update, in powers of s.
template <int K, class T>
void rate_of_increments(const Rate<T>* th, const T* tau, Rate<T> (&W)[extent(K)]) {
  const T h = length_of(tau, K);
  T s[extent(K + 1)];
  Rate<T> angle[extent(K + 1)];
  s[0] = T(0), angle[0] = {T(0), T(0), T(0)};
  T passed(0);
  for (int k = 0; k < K; ++k) {
    passed += tau[k];
    s[k + 1] = passed / h, angle[k + 1] = angle[k] + th[k];
  }
  interpolate<K>(s, angle);
  for (int k = 0; k < K; ++k) W[k] = T(k + 1) * angle[k + 1];
}

}  // namespace polhode::attitude
