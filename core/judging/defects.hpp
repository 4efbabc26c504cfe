// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/geometry/dual.hpp"
#include "core/judging/norms.hpp"
#include "core/stepping/integrate.hpp"
#include "core/stepping/stages.hpp"

/// By how much a method misses a property that a motion has.
namespace polhode {

/// A property is there if the defect is below `kept`, which is rounding, and is not if it is above `lost`, which no
/// rounding is; between them it is not told, and a defect that is infinite is that of a step that failed.
enum class Found { yes, no, between, fails };
struct Threshold {
  double kept, lost;

  Found operator()(double defect) const {
    return !std::isfinite(defect) ? Found::fails
           : defect < kept        ? Found::yes
           : defect > lost        ? Found::no
                                  : Found::between;
  }
};
inline constexpr Threshold symmetric_in_113_bits{1e-28, 1e-25}, symmetric_in_double{1e-13, 1e-9};
inline constexpr Threshold symmetric_in_floats{1e-5, 1e-4};
inline constexpr Threshold symplectic_in_113_bits{1e-28, 1e-24};

/// The larger of two defects; what is not a number is infinite.
inline double larger_defect(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? INFINITY : a < b ? b : a;
}

/// The states at the first and at the last node of a run, and how it ended. Properties of steps are measured from the
/// first node, not from the initial state, which a method's start may alter: they are those of the map of what the
/// method carries from step to step.
template <class P>
struct Ends {
  typename P::State first, last;
  Status status;
};
template <class P>
Ends<P> ends(const Runner<P>& runner, const P& problem, const Grid<typename P::Scalar>& grid) {
  Ends<P> nodes{problem.initial, problem.initial, Status::ok};
  const Sampler<P> sampler{grid.steps(), [&](const Sample<P>& s) {
                             if (s.n == 0) nodes.first = s.state;
                           }};
  const auto run = runner.run(problem, grid, &sampler);
  nodes.last = run.state, nodes.status = run.status;
  return nodes;
}

/// Largest change of a state after one step h and one step -h of the same run. Infinite, as every defect here, if a
/// step fails: what is not done has no property.
template <class P>
double symmetry_defect(const Runner<P>& runner, const P& problem, const typename P::Scalar& h) {
  using T = typename P::Scalar;
  const auto [start, back, status] = ends(runner, problem, Grid<T>::of_cycle(T(0), {h, -h}, 2));
  return status == Status::ok ? scalar_cast<double>(distance(back, start).largest()) : INFINITY;
}

/// By how much a method's start alters the user's state before the first step of h: a run forth and back comes back to
/// what is left of it.
template <class P>
double start_defect(const Runner<P>& runner, const P& problem, const typename P::Scalar& h) {
  using T = typename P::Scalar;
  const auto nodes = ends(runner, problem, Grid<T>::of_step(T(0), h, 1));
  return scalar_cast<double>(distance(nodes.first, problem.initial).largest());
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
/// N >= 4.
template <class D>
double symplectic_defect(const Runner<Director<D>>& runner, Director<D> problem, double h) {
  using S = std::remove_cvref_t<decltype(D().value)>;
  using std::abs;
  const auto v = [](int i) { return D::variable(S(0), i); };
  auto& [d, omega] = problem.initial;
  const auto p = problem.I * cross(omega, d);
  const auto e1 = cross(d, axis<Space, D>(0)), e2 = cross(d, e1);
  const auto turned = exp(v(0) * e1 + v(1) * e2);
  d = turned * d;
  omega = (D(1) / problem.I) * cross(d, turned * (p + v(2) * e1 + v(3) * e2));
  const auto [first, last, status] = ends(runner, problem, Grid<D>::of_step(D(0), D(h), 1));
  if (status != Status::ok) return INFINITY;
  const auto before = canonical_form(problem, first), after = canonical_form(problem, last);
  S worst(0);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const S x = S(abs(after[i][j] - before[i][j]));
      if (!(x <= worst)) worst = x;  // not a number counts
    }
  return scalar_cast<double>(worst);
}

/// The canonical Poisson matrix [[0, 1], [-1, hat Pi]] of (attitude, momentum) in the body's trivialisation.
template <class S>
using Jacobian = std::array<std::array<S, 6>, 6>;
template <class S>
Jacobian<S> poisson(const Vec<Body, S>& Pi) {
  Jacobian<S> B{};
  const auto H = hat(Pi);
  for (int i = 0; i < 3; ++i) {
    B[i][3 + i] = S(1), B[3 + i][i] = S(-1);
    for (int j = 0; j < 3; ++j) B[3 + i][3 + j] = H(i, j);
  }
  return B;
}

/// Largest entry of J B J^T - B'.
template <class S>
double poisson_defect(const Jacobian<S>& J, const Jacobian<S>& before, const Jacobian<S>& after) {
  using std::abs;
  S worst(0);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      S sum = -after[i][j];
      for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 6; ++l) sum += J[i][k] * before[k][l] * J[j][l];
      const S x = S(abs(sum));
      if (!(x <= worst)) worst = x;  // not a number counts
    }
  return scalar_cast<double>(worst);
}

/// The Poisson defect of one step h, its derivative by duals in (body variation, body momentum). Zero for a symplectic
/// method. P is a body over Dual<S, 6>; momenta should be of size 1.
template <class P>
double symplectic_defect(const Runner<P>& runner, P body, double h) {
  using D = typename P::Scalar;
  using S = std::remove_cvref_t<decltype(D().value)>;
  auto& s = body.initial;
  Vec<Body, D> xi;
  for (int i = 0; i < 3; ++i) {
    xi[i] = D::variable(S(0), i);
    s.Pi[i] = D::variable(s.Pi[i].value, 3 + i);
  }
  s.R = s.R * exp(xi);
  const auto derivative = [](const RigidState<D>& s) {
    const Attitude<D> value{D(s.R.w.value), D(s.R.x.value), D(s.R.y.value), D(s.R.z.value)};
    const auto turn = (inverse(value) * s.R).vector();  // half the variation
    Jacobian<S> J;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 6; ++j) J[i][j] = S(2) * turn[i].partial[j], J[3 + i][j] = s.Pi[i].partial[j];
    return J;
  };
  const auto [first, last, status] = ends(runner, body, Grid<D>::of_step(D(0), D(h), 1));
  if (status != Status::ok) return INFINITY;
  const auto values = [](const Vec<Body, D>& Pi) { return Vec<Body, S>{Pi[0].value, Pi[1].value, Pi[2].value}; };
  const auto J0 = derivative(first), J1 = derivative(last);
  Blocks<2, S> start;  // transposed
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) start.b[i / 3][j / 3](i % 3, j % 3) = J0[j][i];
  Jacobian<S> J;  // J1 J0^-1, by rows
  for (int i = 0; i < 6; ++i) {
    const auto& row = J1[i];
    const auto solved = solve_linear(start, Stages<2, Body, S>{{{{row[0], row[1], row[2]}, {row[3], row[4], row[5]}}}});
    for (int k = 0; k < 6; ++k) J[i][k] = solved[k / 3][k % 3];
  }
  return poisson_defect(J, poisson(values(first.Pi)), poisson(values(last.Pi)));
}

/// The same of a method that has no derivatives, by central differences of a step in numbers of rounding unit `unit`:
/// of a defect below `symplectic_by_differences(unit).kept` nothing is known.
template <class P>
double symplectic_defect_by_differences(const Runner<P>& runner, const P& body, double h, double unit) {
  const auto step_from = [&](int k, double by) {
    auto p = body;
    Vec<Body, double> xi{};
    (k < 3 ? xi[k] : p.initial.Pi[k - 3]) += by;
    p.initial.R = p.initial.R * exp(xi);
    return ends(runner, p, Grid<double>::of_step(0, h, 1));
  };
  const double by = std::cbrt(unit);
  Jacobian<double> J;
  for (int k = 0; k < 6; ++k) {
    const auto up = step_from(k, by), down = step_from(k, -by);
    if (up.status != Status::ok || down.status != Status::ok) return INFINITY;
    const auto turn = log(inverse(down.last.R) * up.last.R);
    for (int i = 0; i < 3; ++i)
      J[i][k] = turn[i] / (2 * by), J[3 + i][k] = (up.last.Pi[i] - down.last.Pi[i]) / (2 * by);
  }
  const auto middle = step_from(0, 0);
  if (middle.status != Status::ok) return INFINITY;
  return poisson_defect(J, poisson(body.initial.Pi), poisson(middle.last.Pi));
}
inline Threshold symplectic_by_differences(double unit) {
  const double floor = 50 * std::cbrt(unit * unit);
  return {floor, 10 * floor};
}

/// Largest entry of D^T J D - J for one step h on particles, where D is the derivative by duals in (u, p) and
/// J = [[0, 1], [-1, 0]]. Zero for a symplectic method. T is Dual<S, 6>.
template <class T>
double symplectic_defect(const Runner<Particles<T>>& runner, Particles<T> problem, double h) {
  using S = std::remove_cvref_t<decltype(T().value)>;
  auto& [u, p] = problem.initial;
  for (int i = 0; i < 3; ++i) u[i] = T::variable(u[i].value, i), p[i] = T::variable(p[i].value, 3 + i);
  const auto [first, last, status] = ends(runner, problem, Grid<T>::of_step(T(0), T(h), 1));
  if (status != Status::ok) return INFINITY;
  const auto form = [](const ParticleState<T>& s, int i, int j) {
    S sum(0);
    for (int k = 0; k < 3; ++k) sum += s.u[k].partial[i] * s.p[k].partial[j] - s.p[k].partial[i] * s.u[k].partial[j];
    return sum;
  };
  S worst(0);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      using std::abs;
      {
        const S x = S(abs(form(last, i, j) - form(first, i, j)));
        if (!(x <= worst)) worst = x;  // not a number counts
      }
    }
  return scalar_cast<double>(worst);
}

}  // namespace polhode
