// SPDX-License-Identifier: MIT
#pragma once

#include "methods/attitude/update.hpp"

// Updates that ask for the rate at their own times, all inside the interval h: the rate must be a function.
//
//   magnus2-midpoint   u = exp(h w(1/2))
//   magnus4-gauss      x, y at 1/2 -+ sqrt(3)/6: u = exp(h (x + y)/2 + (sqrt(3)/12) h^2 x x y)    [Blanes et al. 2009]
//   cf4-gauss          p, m = 1/4 +- sqrt(3)/6: u = exp(h (p x + m y)) exp(h (m x + p y))
//                                                                       [Blanes & Moan 2006; Thalhammer 2006]
//   magnus6-gauss      x, y, z at 1/2 -+ sqrt(15)/10: a1 = h y, a2 = (sqrt(15)/3) h (z - x),
//                      a3 = (10/3) h (z - 2y + x); (M6) of update.hpp    [Blanes, Casas & Ros 2000]
namespace polhode::attitude {

template <class T>
struct Magnus2Midpoint {
  static constexpr UpdateInfo info{"magnus2-midpoint", "textbooks", Takes::function, 1, 2};
  Turn<T> operator()(const auto& rate, const T& t, const T& h) const { return exp(h * rate(T(t + h / T(2)))); }
};

template <class T>
struct Magnus4Gauss {
  static constexpr UpdateInfo info{"magnus4-gauss", "Blanes, Casas, Oteo & Ros 2009", Takes::function, 1, 4};
  Turn<T> operator()(const auto& rate, const T& t, const T& h) const {
    const T root3 = root(T(3)), middle = t + h / T(2), away = h * root3 / T(6);
    const Rate<T> x = rate(T(middle - away)), y = rate(T(middle + away));
    return exp(T(h / T(2)) * (x + y) + T(root3 / T(12) * h * h) * cross(x, y));
  }
};

template <class T>
struct Cf4Gauss {
  static constexpr UpdateInfo info{"cf4-gauss", "Blanes & Moan 2006; Thalhammer 2006", Takes::function, 1, 4};
  Turn<T> operator()(const auto& rate, const T& t, const T& h) const {
    const T sixth = root(T(3)) / T(6), middle = t + h / T(2), p = h * (T(0.25) + sixth), m = h * (T(0.25) - sixth);
    const Rate<T> x = rate(T(middle - h * sixth)), y = rate(T(middle + h * sixth));
    return exp(p * x + m * y) * exp(m * x + p * y);
  }
};

template <class T>
struct Magnus6Gauss {
  static constexpr UpdateInfo info{"magnus6-gauss", "Blanes, Casas & Ros 2000", Takes::function, 1, 6};
  Turn<T> operator()(const auto& rate, const T& t, const T& h) const {
    const T root15 = root(T(15)), middle = t + h / T(2), away = h * root15 / T(10);
    const Rate<T> x = rate(T(middle - away)), y = rate(middle), z = rate(T(middle + away));
    return exp(magnus6_exponent(h * y, T(root15 / T(3) * h) * (z - x), T(T(10) / T(3) * h) * (z - T(2) * y + x)));
  }
};

}  // namespace polhode::attitude
