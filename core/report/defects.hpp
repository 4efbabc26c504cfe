// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "core/geometry/dual.hpp"
#include "core/report/norms.hpp"
#include "core/stepping/integrate.hpp"

/// By how much a method misses a property that a motion has.
namespace polhode {

/// Largest change of a state after one step h and one step -h by the same verbs; run(problem, grid) -> end state.
template <class P, class Run>
double symmetry_defect(P problem, const typename P::Scalar& h, const Run& run) {
  using T = typename P::Scalar;
  const auto start = problem.initial;
  problem.initial = run(problem, Grid<T>::of_step(T(0), h, 1));
  const auto back = run(problem, Grid<T>::of_step(h, -h, 1));
  if constexpr (requires { back.Pi; })
    return scalar_cast<double>(std::max(T(norm(back.Pi - start.Pi)), attitude_distance(back.R, start.R)));
  else if constexpr (requires { back.u; })
    return scalar_cast<double>(std::max(T(norm(back.u - start.u)), T(norm(back.p - start.p))));
  else
    return scalar_cast<double>(std::max(T(norm(back.d - start.d)), T(norm(back.omega - start.omega))));
}

/// The canonical form of T*S2, dp ^ dd with p = I omega x d, on four tangent vectors that come in as duals.
template <class D>
auto canonical_form(const Director<D>& problem, const DirectorState<D>& s) {
  using S = std::remove_cvref_t<decltype(D().value)>;
  const auto p = problem.I * cross(s.omega, s.d);
  std::array<std::array<S, 4>, 4> form{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k)
        form[i][j] += s.d[k].partial[i] * p[k].partial[j] - s.d[k].partial[j] * p[k].partial[i];
  return form;
}

/// By how much the canonical form of a director changes in one step h; zero for a symplectic method. D is Dual<S, N>,
/// N >= 4; run(problem, grid) -> end state.
template <class D, class Run>
double symplectic_defect(Director<D> problem, double h, const Run& run) {
  using S = std::remove_cvref_t<decltype(D().value)>;
  using std::abs;
  const auto v = [](int i) { return D::variable(S(0), i); };
  auto& [d, omega] = problem.initial;
  const auto p = problem.I * cross(omega, d);
  const auto e1 = cross(d, axis<Space, D>(0)), e2 = cross(d, e1);
  const auto turned = exp(v(0) * e1 + v(1) * e2);
  d = turned * d;
  omega = (D(1) / problem.I) * cross(d, turned * (p + v(2) * e1 + v(3) * e2));
  const auto before = canonical_form(problem, problem.initial);
  const auto after = canonical_form(problem, run(problem, Grid<D>::of_step(D(0), D(h), 1)));
  S worst(0);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) worst = std::max(worst, S(abs(after[i][j] - before[i][j])));
  return scalar_cast<double>(worst);
}

/// Largest entry of D B D^T - B' for one step h, where D is the derivative by duals in (body variation, body momentum)
/// and B the canonical Poisson matrix [[0, 1], [-1, hat Pi]] in the body's trivialisation. Zero for a symplectic
/// method; run(problem, grid) -> end state. P is a body over Dual<S, 6>; momenta should be of size 1.
template <class P, class Run>
double symplectic_defect(P body, double h, const Run& run) {
  using D = typename P::Scalar;
  using S = std::remove_cvref_t<decltype(D().value)>;
  using Matrix = std::array<std::array<S, 6>, 6>;
  auto& s = body.initial;
  Vec<Body, D> xi;
  for (int i = 0; i < 3; ++i) {
    xi[i] = D::variable(S(0), i);
    s.Pi[i] = D::variable(s.Pi[i].value, 3 + i);
  }
  s.R = s.R * exp(xi);
  const auto poisson = [](const Vec<Body, D>& Pi) {
    Matrix B{};
    const auto H = hat(Vec<Body, S>{Pi[0].value, Pi[1].value, Pi[2].value});
    for (int i = 0; i < 3; ++i) {
      B[i][3 + i] = S(1), B[3 + i][i] = S(-1);
      for (int j = 0; j < 3; ++j) B[3 + i][3 + j] = H(i, j);
    }
    return B;
  };
  const Matrix B0 = poisson(s.Pi);
  const auto end = run(body, Grid<D>::of_step(D(0), D(h), 1));
  const Matrix B1 = poisson(end.Pi);
  const Attitude<D> value{D(end.R.w.value), D(end.R.x.value), D(end.R.y.value), D(end.R.z.value)};
  const auto turn = (inverse(value) * end.R).vector();  // half the variation
  Matrix J;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 6; ++j) J[i][j] = S(2) * turn[i].partial[j], J[3 + i][j] = end.Pi[i].partial[j];
  S worst(0);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      using std::abs;
      S sum = -B1[i][j];
      for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 6; ++l) sum += J[i][k] * B0[k][l] * J[j][l];
      worst = std::max(worst, S(abs(sum)));
    }
  return scalar_cast<double>(worst);
}

/// Largest entry of D^T J D - J for one step h on particles, where D is the derivative by duals in (u, p) and
/// J = [[0, 1], [-1, 0]]. Zero for a symplectic method; run(problem, grid) -> end state. T is Dual<S, 6>.
template <class T, class Run>
double symplectic_defect(Particles<T> problem, double h, const Run& run) {
  using S = std::remove_cvref_t<decltype(T().value)>;
  auto& [u, p] = problem.initial;
  for (int i = 0; i < 3; ++i) u[i] = T::variable(u[i].value, i), p[i] = T::variable(p[i].value, 3 + i);
  const auto end = run(problem, Grid<T>::of_step(T(0), T(h), 1));
  S worst(0);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      using std::abs;
      S sum((i == j + 3) - (j == i + 3));
      for (int k = 0; k < 3; ++k)
        sum += end.u[k].partial[i] * end.p[k].partial[j] - end.p[k].partial[i] * end.u[k].partial[j];
      worst = std::max(worst, S(abs(sum)));
    }
  return scalar_cast<double>(worst);
}

}  // namespace polhode
