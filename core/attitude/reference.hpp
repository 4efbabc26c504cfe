// SPDX-License-Identifier: MIT
#pragma once

#include "core/attitude/rate.hpp"
#include "core/geometry/turns.hpp"

/// The rotation produced by a prescribed rate, to all digits of the scalar.
namespace polhode::attitude {

/// Gauss collocation of q' = q w/2: q at the points follows from q' there, by iteration.
template <class T>
Turn<T> gauss_turn(const auto& rate, const T& a, const T& b) {
  constexpr std::size_t s = std::numeric_limits<T>::digits > 60 ? 16 : 8;
  const auto& rule = reference::GaussPoints<T, int(s)>::get();
  const T half = (b - a) / T(2), middle = a + half;
  std::vector<Rate<T>> w;
  for (const T& x : rule.x) w.push_back(half * rate(T(middle + half * x)));
  std::vector<Turn<T>> slope;
  for (std::size_t i = 0; i < s; ++i) slope.push_back(quaternion_rate(Turn<T>::identity(), w[i]));
  constexpr int most = 200;
  for (int round = 0; round < most; ++round) {
    T change(0), size(0);
    std::vector<Turn<T>> next;
    for (std::size_t i = 0; i < s; ++i) {
      auto q = Turn<T>::identity();
      for (std::size_t j = 0; j < s; ++j) q = plus(q, rule.integral[i][j], slope[j]);
      next.push_back(quaternion_rate(q, w[i]));
      change += norm2(plus(next[i], T(-1), slope[i])), size += norm2(next[i]);
    }
    slope = std::move(next);
    if (change <= epsilon<T>() * epsilon<T>() / T(16) * (size + T(1e-6))) break;
  }
  auto u = Turn<T>::identity();
  for (std::size_t j = 0; j < s; ++j) u = plus(u, rule.weight[j], slope[j]);
  return u;
}

/// Angle between two rotations, in radians.
template <class A, class B, class T>
double angle_between(const Rotation<A, B, T>& p, const Rotation<A, B, T>& q) {
  return static_cast<double>(norm(log(normalised(inverse(p) * q))));
}

/// Halves an interval until the two halves make the same rotation as the whole; adds the remaining difference.
template <class T, class F>
Turn<T> collocated_turn(const F& rate, const T& a, const T& b, double& error, int depth = 0,
                        const std::optional<Turn<T>>& known = {}, double off_before = 0) {
  const auto whole = known ? *known : gauss_turn(rate, a, b);
  const T middle = a + (b - a) / T(2);
  const auto left = gauss_turn(rate, a, middle), right = gauss_turn(rate, middle, b), both = left * right;
  const double off = angle_between(normalised(whole), normalised(both));
  constexpr int deepest = 40;
  const auto tiny = static_cast<double>(epsilon<T>());
  const bool stalls = depth > 0 && 8 * off >= off_before && off <= 1e6 * tiny;
  if (!(off > 64 * tiny) || stalls || depth >= deepest) {  // or it is not finite
    error += depth >= deepest ? 8 * off : off;  // where the rate has no bound, errors of shorter parts fall slowly
    return normalised(both);
  }
  return collocated_turn<T>(rate, a, middle, error, depth + 1, left, off) *
         collocated_turn<T>(rate, middle, b, error, depth + 1, right, off);
}

/// The turn of a rate that is a polynomial of known degree from a to b, by Taylor series from places close enough.
template <int degree, class T, class F>
Turn<T> polynomial_turn(const F& rate, const T& a, const T& b) {
  using std::ceil;
  const auto& rule = reference::GaussPoints<T, degree + 1>::get();
  T s[degree + 1], fastest(0);
  Rate<T> w[degree + 1];
  for (int k = 0; k <= degree; ++k) {
    s[k] = (T(1) + rule.x[static_cast<std::size_t>(k)]) / T(2);
    w[k] = rate(T(a + (b - a) * s[k]));
    const T size = norm(w[k]);
    if (size > fastest) fastest = size;
  }
  const T length = b < a ? T(a - b) : T(b - a);
  const auto parts = static_cast<std::int64_t>(1 + static_cast<double>(ceil(T(length * fastest))));
  const T h = (b - a) / T(static_cast<double>(parts));
  auto q = Turn<T>::identity();
  for (std::int64_t part = 0; part < parts; ++part) {
    const T from = a + T(static_cast<double>(part)) * h;
    Rate<T> W[degree + 1];
    for (int k = 0; k <= degree; ++k) W[k] = h * (parts == 1 ? w[k] : rate(T(from + h * s[k])));
    interpolate<degree>(s, W);
    q = normalised(q * turn_of_polynomial<degree>(W));
  }
  return q;
}

/// R(a)^T R(b) of a motion, or of the conjugate of one in space; adds an estimate of its error, in radians.
template <class T>
Turn<T> reference_turn(const RateMotion<T>& motion, bool in_space, const T& a, const T& b, double& error) {
  if (motion.exact() && !in_space) return motion.exact_turn(a, b);
  const auto rate = [&](const T& t) { return in_space ? -motion.at(t) : motion.at(t); };
  const auto degree = motion.degree();
  auto q = Turn<T>::identity();
  motion.pieces(a, b, [&](const T& from, const T& to) {
    if (from == to) return;
    if (!degree)
      q = q * collocated_turn<T>(rate, from, to, error);
    else if (*degree == 0)
      q = q * exp(T(to - from) * rate(T(from + (to - from) / T(2))));
    else
      q = q * (*degree == 1   ? polynomial_turn<1>(rate, from, to)
               : *degree == 2 ? polynomial_turn<2>(rate, from, to)
                              : polynomial_turn<3>(rate, from, to));
    q = normalised(q);
  });
  error += 16 * static_cast<double>(epsilon<T>());
  return q;
}

}  // namespace polhode::attitude
