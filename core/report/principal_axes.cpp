// SPDX-License-Identifier: MIT
#include "core/report/principal_axes.hpp"

#include <Eigen/Eigenvalues>

#include "core/geometry/scalar.hpp"

/// Boost 1.74's own traits lack what Eigen 3.4 asks for; Eigen's generic ones have it.
template <>
struct Eigen::NumTraits<polhode::float128> : Eigen::GenericNumTraits<polhode::float128> {};
template <>
struct Eigen::NumTraits<polhode::float100> : Eigen::GenericNumTraits<polhode::float100> {};

namespace polhode {

template <class T>
PrincipalAxes<T> principal_axes(const Mat3<T>& inertia) {
  using std::abs, std::atan2, std::cos, std::sin;
  if (inertia(0, 1) == T(0) && inertia(0, 2) == T(0) && inertia(1, 2) == T(0))
    return {{inertia(0, 0), inertia(1, 1), inertia(2, 2)}, Rotation<Body, Body, T>::identity()};

  Eigen::Matrix<T, 3, 3> m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = (inertia(i, j) + inertia(j, i)) / T(2);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<T, 3, 3>> solver(m);

  // The proper signed permutation of the eigenvectors with the largest trace.
  constexpr int permutations[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  Mat3<T> best = identity_matrix<T>();
  Vec<Body, T> moments{};
  T best_trace(-4);
  for (const auto& p : permutations)
    for (int signs = 0; signs < 8; ++signs) {
      Mat3<T> v;
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) v(i, j) = (signs >> j & 1 ? T(-1) : T(1)) * solver.eigenvectors()(i, p[j]);
      const T det = dot(cross(v.template column<Body>(0), v.template column<Body>(1)), v.template column<Body>(2));
      const T trace = v(0, 0) + v(1, 1) + v(2, 2);
      if (det > T(0) && trace > best_trace) {
        best = v, best_trace = trace;
        for (int j = 0; j < 3; ++j) moments[j] = solver.eigenvalues()(p[j]);
      }
    }

  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (abs(moments[i] - moments[j]) > T(1e-12) * moments[i]) continue;
    const T angle = atan2(T(best(i, j) - best(j, i)), T(best(i, i) + best(j, j))), c = cos(angle), s = sin(angle);
    for (int k = 0; k < 3; ++k) {
      const T a = best(k, i), b = best(k, j);
      best(k, i) = c * a + s * b, best(k, j) = c * b - s * a;
    }
  }
  return {moments, from_matrix<Body, Body, T>(best)};
}

template PrincipalAxes<double> principal_axes(const Mat3<double>&);
template PrincipalAxes<float128> principal_axes(const Mat3<float128>&);
template PrincipalAxes<float100> principal_axes(const Mat3<float100>&);

}  // namespace polhode
