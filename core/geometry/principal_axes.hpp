// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <utility>

#include "core/geometry/rotation.hpp"

namespace polhode {

/// The principal moments of a symmetric matrix and the rotation that takes principal to user components.
template <class T>
struct PrincipalAxes {
  Vec<Body, T> moments;          ///< in the units of the matrix; an Inertia takes them
  Rotation<Body, Body, T> axes;  ///< principal to user

  /// Converts a state (Pi, R) from the user's body axes to principal axes.
  template <class State>
  State to_principal(const State& s) const {
    return {inverse(axes) * s.Pi, s.R * axes};
  }
  /// Converts a state from principal axes to the user's.
  template <class State>
  State to_user(const State& s) const {
    return {axes * s.Pi, s.R * inverse(axes)};
  }
};

/// Eigenvalues of a symmetric matrix, and eigenvectors as columns, by Jacobi's rotations (1846). The remaining
/// off-diagonal entries are below rounding, relative to the two moments that they couple; equal moments lose no
/// accuracy. Values are in no order, and vectors form a proper rotation. Both halves of the matrix are assumed equal.
template <class T>
std::pair<Vec<Body, T>, Mat3<T>> eigenvectors(Mat3<T> a) {
  using std::abs, std::sqrt;
  constexpr int sweeps = 64;  // ten are enough for 100 digits
  auto V = identity_matrix<T>();
  const auto negligible = [&](int p, int q) {
    return abs(a(p, q)) <= epsilon<T>() / T(2) * (sqrt(T(abs(a(p, p)))) * sqrt(T(abs(a(q, q)))));
  };
  for (int sweep = 0; sweep < sweeps && !(negligible(0, 1) && negligible(0, 2) && negligible(1, 2)); ++sweep)
    for (const auto& [p, q] : {std::array{0, 1}, std::array{0, 2}, std::array{1, 2}}) {
      if (a(p, q) == T(0)) continue;
      const int r = 3 - p - q;
      const T cot = (a(q, q) - a(p, p)) / (T(2) * a(p, q));  // of twice the angle
      const T t = with_sign(T(T(1) / (abs(cot) + sqrt(T(T(1) + cot * cot)))), cot);
      const T c = T(1) / sqrt(T(T(1) + t * t)), s = t * c, coupled = a(p, q);
      a(p, p) -= t * coupled, a(q, q) += t * coupled, a(p, q) = a(q, p) = T(0);
      const T x = a(r, p), y = a(r, q);
      a(r, p) = a(p, r) = c * x - s * y, a(r, q) = a(q, r) = s * x + c * y;
      for (int i = 0; i < 3; ++i) {
        const T u = V(i, p), v = V(i, q);
        V(i, p) = c * u - s * v, V(i, q) = s * u + c * v;
      }
    }
  return {{a(0, 0), a(1, 1), a(2, 2)}, V};
}

/// Principal moments and axes of the symmetric part of an inertia, 3x3 in the user's body axes. The sign of the moments
/// is not checked.
///
/// Eigenvectors are permuted and signed to be nearest to the identity, so a diagonal matrix changes nothing (MR, for
/// one, depends on the order of the axes). Moments that differ by rounding count as equal; the axes in their plane,
/// which are arbitrary, are turned towards the identity. Other axes stay, however close their moments.
template <class T>
PrincipalAxes<T> principal_axes(const Mat3<T>& inertia) {
  using std::abs, std::atan2, std::cos, std::sin;
  if (inertia(0, 1) == T(0) && inertia(0, 2) == T(0) && inertia(1, 2) == T(0))
    return {{inertia(0, 0), inertia(1, 1), inertia(2, 2)}, Rotation<Body, Body, T>::identity()};

  const auto eigen = eigenvectors(T(0.5) * (inertia + transpose(inertia)));
  const Vec<Body, T>& values = eigen.first;
  const auto equal = [](const T& a, const T& b) { return abs(a - b) <= T(8) * epsilon<T>() * abs(a); };
  if (equal(values[0], values[1]) && equal(values[1], values[2]) && equal(values[2], values[0])) {
    const T mean = (values[0] + values[1] + values[2]) / T(3);
    return {{mean, mean, mean}, Rotation<Body, Body, T>::identity()};
  }
  const Mat3<T>& vectors = eigen.second;

  // The proper signed permutation of the eigenvectors with the largest trace.
  constexpr int permutations[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  Mat3<T> best = identity_matrix<T>();
  Vec<Body, T> moments{};
  T best_trace(-4);
  for (const auto& p : permutations)
    for (int signs = 0; signs < 8; ++signs) {
      const auto v = Mat3<T>::of([&](int i, int j) { return T((signs >> j & 1 ? T(-1) : T(1)) * vectors(i, p[j])); });
      const T det = dot(cross(v.template column<Body>(0), v.template column<Body>(1)), v.template column<Body>(2));
      const T trace = v(0, 0) + v(1, 1) + v(2, 2);
      if (det > T(0) && trace > best_trace) {
        best = v, best_trace = trace;
        for (int j = 0; j < 3; ++j) moments[j] = values[p[j]];
      }
    }

  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (!equal(moments[i], moments[j])) continue;
    moments[i] = moments[j] = (moments[i] + moments[j]) / T(2);
    const T angle = atan2(T(best(i, j) - best(j, i)), T(best(i, i) + best(j, j))), c = cos(angle), s = sin(angle);
    for (int k = 0; k < 3; ++k) {
      const T a = best(k, i), b = best(k, j);
      best(k, i) = c * a + s * b, best(k, j) = c * b - s * a;
    }
  }
  return {moments, from_matrix<Body, Body, T>(best)};
}

}  // namespace polhode
