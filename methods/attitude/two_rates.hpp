// SPDX-License-Identifier: MIT
#pragma once

#include "methods/attitude/update.hpp"

// Updates by the rates w0, w1 at the two ends of one interval h; exp is the exponential of a rotation vector.
//
//   quaternion-euler   u = (1, h w0/2), a turn by 2 atan(h |w0|/2)                  [textbooks]
//   madgwick           u = (1, h w1/2)                                  [Madgwick 2010, (11)-(13), the gyro's part]
//   hold-first         u = exp(h w0)
//   hold-last          u = exp(h w1)
//   mean-rate          u = exp(h (w0 + w1)/2)
//   trawny-1           u = exp(h (w0 + w1)/2) + (0, (h^2/24) w0 x w1)   [Trawny & Roumeliotis 2005]
//   magnus4-two        u = exp(h (w0 + w1)/2 + (h^2/12) w0 x w1)
//   rk4-linear         u = RK4 of q' = q w/2 with w0, (w0 + w1)/2, w1
//
// Two end rates are order 2 at most, whatever is done between them: their mean is not the integral.
namespace polhode::attitude {

template <class T>
struct QuaternionEuler {
  static constexpr UpdateInfo info{"quaternion-euler", "textbooks", Takes::rates, 1, 1};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    const auto half = T(tau[0] / T(2)) * w[0];
    return {T(1), half[0], half[1], half[2]};
  }
};

template <class T>
struct Madgwick {
  static constexpr UpdateInfo info = restated("madgwick", "Madgwick 2010, eqs. (11)-(13)", 1, 1);
  Turn<T> operator()(const Rate<T>* w, const T* tau, int count) const {
    return QuaternionEuler<T>()(w + 1, tau, count);
  }
};

template <class T>
struct HoldFirst {
  static constexpr UpdateInfo info{"hold-first", "zero-order hold", Takes::rates, 1, 1};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const { return exp(tau[0] * w[0]); }
};

template <class T>
struct HoldLast {
  static constexpr UpdateInfo info{"hold-last", "zero-order hold", Takes::rates, 1, 1};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const { return exp(tau[0] * w[1]); }
};

template <class T>
struct MeanRate {
  static constexpr UpdateInfo info{"mean-rate", "trapezoid and exponential", Takes::rates, 1, 2};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const { return exp(T(tau[0] / T(2)) * (w[0] + w[1])); }
};

template <class T>
struct Trawny1 {
  static constexpr UpdateInfo info{"trawny-1", "Trawny & Roumeliotis 2005", Takes::rates, 1, 2};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int count) const {
    const auto u = MeanRate<T>()(w, tau, count);
    const auto c = T(tau[0] * tau[0] / T(24)) * cross(w[0], w[1]);
    return {u.w, u.x + c[0], u.y + c[1], u.z + c[2]};
  }
};

template <class T>
struct Magnus4Two {
  static constexpr UpdateInfo info{"magnus4-two", "Magnus 1954, of the line through two rates", Takes::rates, 1, 2};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    const T h = tau[0];
    return exp(T(h / T(2)) * (w[0] + w[1]) + T(h * h / T(12)) * cross(w[0], w[1]));
  }
};

template <class T>
struct Rk4Linear {
  static constexpr UpdateInfo info{"rk4-linear", "textbooks", Takes::rates, 1, 2};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    return runge_kutta(w[0], T(0.5) * (w[0] + w[1]), w[1], tau[0]);
  }
};

}  // namespace polhode::attitude
