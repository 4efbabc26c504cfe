// SPDX-License-Identifier: MIT
#pragma once

#include "methods/attitude/update.hpp"

// Updates by three rates w0, w1, w2 or five, w0 .. w4, at equal intervals; h is the length of the update.
//
//   midpoint-rate   u = exp(h w1)
//   simpson-rate    u = exp(h (w0 + 4 w1 + w2)/6), order 2: the commutator is missing
//   rk4-midpoint    u = RK4 of q' = q w/2 with w0, w1, w2
//   bortz-rk4       RK4 of phi' = w + phi x w/2 + c phi x (phi x w), c = (1 - (a/2) cot(a/2))/a^2, a = |phi|;
//                   u = exp(phi)
//                                                                                           [Bortz 1971]
//   magnus4         u = exp(h (w0 + 4 w1 + w2)/6 + (h^2/12) w0 x w2)       [Iserles & Norsett 1999; Blanes et al. 2009]
//   cf4             u = exp(h (3 w0 + 4 w1 - w2)/12) exp(h (-w0 + 4 w1 + 3 w2)/12)  [Blanes & Moan; Thalhammer 2006]
//   magnus6         B_i = h sum_k b_k s_k^i w_k, s_k = (k-2)/4, b = (7, 32, 12, 32, 7)/90;
//                   a1 = 9/4 B0 - 15 B2, a2 = 12 B1, a3 = -15 B0 + 180 B2; (M6) of update.hpp   [Blanes et al. 2000]
namespace polhode::attitude {

template <class T>
struct MidpointRate {
  static constexpr UpdateInfo info{"midpoint-rate", "textbooks", Takes::rates, 2, 2, true};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const { return exp(length_of(tau, 2) * w[1]); }
};

/// h times the mean of the rate by Simpson's rule.
template <class T>
Rate<T> simpson(const Rate<T>* w, const T& h) {
  return T(h / T(6)) * (w[0] + T(4) * w[1] + w[2]);
}

template <class T>
struct SimpsonRate {
  static constexpr UpdateInfo info{"simpson-rate", "deadreckoning", Takes::rates, 2, 2, true};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const { return exp(simpson(w, length_of(tau, 2))); }
};

template <class T>
struct Rk4Midpoint {
  static constexpr UpdateInfo info{"rk4-midpoint", "textbooks; msckf_vio", Takes::rates, 2, 4, true};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    return runge_kutta(w[0], w[1], w[2], length_of(tau, 2));
  }
};

template <class T>
struct BortzRk4 {
  static constexpr UpdateInfo info{"bortz-rk4", "Bortz 1971", Takes::rates, 2, 4, true};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    const T h = length_of(tau, 2), half = h / T(2);
    const auto rate = [](const Rate<T>& phi, const Rate<T>& Omega) {
      const auto u = cross(phi, Omega);
      return Omega + T(0.5) * u + chi(T(norm2(phi))) * cross(phi, u);
    };
    const auto k1 = w[0], k2 = rate(half * k1, w[1]), k3 = rate(half * k2, w[1]), k4 = rate(h * k3, w[2]);
    return exp(T(h / T(6)) * (k1 + T(2) * (k2 + k3) + k4));
  }
};

template <class T>
struct Magnus4 {
  static constexpr UpdateInfo info{"magnus4", "Iserles & Norsett 1999", Takes::rates, 2, 4, true};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    const T h = length_of(tau, 2);
    return exp(simpson(w, h) + T(h * h / T(12)) * cross(w[0], w[2]));
  }
};

template <class T>
struct Cf4 {
  static constexpr UpdateInfo info{"cf4", "Blanes & Moan 2006; Thalhammer 2006", Takes::rates, 2, 4, true};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    const T h = length_of(tau, 2) / T(12);
    return exp(h * (T(3) * w[0] + T(4) * w[1] - w[2])) * exp(h * (T(4) * w[1] + T(3) * w[2] - w[0]));
  }
};

template <class T>
struct Magnus6 {
  static constexpr UpdateInfo info{"magnus6", "Blanes, Casas & Ros 2000", Takes::rates, 4, 6, true};
  Turn<T> operator()(const Rate<T>* w, const T* tau, int) const {
    const T h = length_of(tau, 4) / T(90);
    const Rate<T> ends = T(7) * (w[0] + w[4]), inner = T(32) * (w[1] + w[3]);
    const Rate<T> B0 = h * (ends + inner + T(12) * w[2]), B2 = T(h / T(16)) * (T(4) * ends + inner),
                  B1 = T(h / T(4)) * (T(14) * (w[4] - w[0]) + T(32) * (w[3] - w[1]));
    return exp(magnus6_exponent(T(2.25) * B0 - T(15) * B2, T(12) * B1, T(180) * B2 - T(15) * B0));
  }
};

}  // namespace polhode::attitude
