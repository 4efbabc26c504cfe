// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/stepping/body.hpp"
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

// --- symplecticity: the derivative of a step by differences ---------------------------------------------------------

/// The step of differences of sixth order in numbers of rounding unit `unit`, which loses the least.
inline double step_of_differences(double unit) {
  return std::pow(unit, 1.0 / 7);
}
/// Of a defect below `kept` nothing is known.
inline Threshold symplectic_by_differences(double unit) {
  const double floor = 50 * std::pow(unit, 6.0 / 7);
  return {floor, 10 * floor};
}
inline constexpr Threshold symplectic_in_113_bits{1e-25, 1e-24};

/// Coordinates of a state, and by how they change along directions of the start.
template <int rows, int columns, class S>
using Derivative = std::array<std::array<S, columns>, rows>;

/// The derivatives, in so many directions, of coordinates at the first and at the last node of a step h. moved(v) is the
/// problem whose start is v away; coordinates(state, of) are numbers that are 0, or anything, at the state `of`. Central
/// differences of sixth order; nullopt if a step fails.
template <int rows, int columns, class P, class Moved, class Coordinates>
std::optional<std::array<Derivative<rows, columns, typename P::Scalar>, 2>> derivatives_of_step(
    const Runner<P>& runner, const Ends<P>& nodes, double h, double unit, const Moved& moved,
    const Coordinates& coordinates) {
  using S = typename P::Scalar;
  constexpr std::array<double, 3> weights{45, -9, 1};
  const double by = step_of_differences(unit);
  std::array<Derivative<rows, columns, S>, 2> J{};
  for (int j = 0; j < columns; ++j)
    for (int k = -3; k <= 3; ++k) {
      if (k == 0) continue;
      std::array<S, columns> v{};
      v[j] = S(k * by);
      const auto [first, last, status] = ends(runner, moved(v), Grid<S>::of_step(S(0), S(h), 1));
      if (status != Status::ok) return {};
      const S weight = S(k < 0 ? -weights[-k - 1] : weights[k - 1]) / (S(60) * S(by));
      const auto x = coordinates(first, nodes.first), y = coordinates(last, nodes.last);
      for (int i = 0; i < rows; ++i) J[0][i][j] += weight * x[i], J[1][i][j] += weight * y[i];
    }
  return J;
}

/// By how much the form dp ^ du of three pairs of coordinates changes, on all pairs of directions: rows are du, then dp.
template <int columns, class S>
double canonical_defect(const Derivative<6, columns, S>& before, const Derivative<6, columns, S>& after) {
  using std::abs;
  const auto form = [](const auto& J, int i, int j) {
    S sum(0);
    for (int k = 0; k < 3; ++k) sum += J[k][i] * J[3 + k][j] - J[k][j] * J[3 + k][i];
    return sum;
  };
  S worst(0);
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < columns; ++j) {
      const S x = S(abs(S(form(after, i, j) - form(before, i, j))));
      if (!(x <= worst)) worst = x;  // not a number counts
    }
  return scalar_cast<double>(worst);
}

inline constexpr double unit_of_113_bits = 0x1p-113;

/// By how much the canonical form of a director, dp ^ dd with p = I omega x d, changes in one step h; zero for a
/// symplectic method.
template <class S>
double symplectic_defect(const Runner<Director<S>>& runner, const Director<S>& problem, double h,
                         double unit = unit_of_113_bits) {
  const auto nodes = ends(runner, problem, Grid<S>::of_step(S(0), S(h), 1));
  if (nodes.status != Status::ok) return INFINITY;
  const auto momentum = [&](const DirectorState<S>& s) { return problem.I * cross(s.omega, s.d); };
  const auto& d = problem.initial.d;
  const auto e1 = cross(d, axis<Space, S>(0)), e2 = cross(d, e1), p = momentum(problem.initial);
  const auto moved = [&](const std::array<S, 4>& v) {
    auto at = problem;
    const auto turn = exp(v[0] * e1 + v[1] * e2);
    at.initial.d = turn * d;
    at.initial.omega = (S(1) / problem.I) * cross(at.initial.d, turn * (p + v[2] * e1 + v[3] * e2));
    return at;
  };
  const auto coordinates = [&](const DirectorState<S>& s, const DirectorState<S>& of) {
    const auto u = s.d - of.d, w = momentum(s) - momentum(of);
    return std::array<S, 6>{u[0], u[1], u[2], w[0], w[1], w[2]};
  };
  const auto J = derivatives_of_step<6, 4>(runner, nodes, h, unit, moved, coordinates);
  return J ? canonical_defect<4>((*J)[0], (*J)[1]) : INFINITY;
}

/// The same of particles, whose form is dp ^ du.
template <class S>
double symplectic_defect(const Runner<Particles<S>>& runner, const Particles<S>& problem, double h,
                         double unit = unit_of_113_bits) {
  const auto nodes = ends(runner, problem, Grid<S>::of_step(S(0), S(h), 1));
  if (nodes.status != Status::ok) return INFINITY;
  const auto moved = [&](const std::array<S, 6>& v) {
    auto at = problem;
    for (int i = 0; i < 3; ++i) at.initial.u[i] += v[i], at.initial.p[i] += v[3 + i];
    return at;
  };
  const auto coordinates = [](const ParticleState<S>& s, const ParticleState<S>& of) {
    const auto u = s.u - of.u;
    const auto p = s.p - of.p;
    return std::array<S, 6>{u[0], u[1], u[2], p[0], p[1], p[2]};
  };
  const auto J = derivatives_of_step<6, 6>(runner, nodes, h, unit, moved, coordinates);
  return J ? canonical_defect<6>((*J)[0], (*J)[1]) : INFINITY;
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

/// The Poisson defect of one step h, its derivative in (body variation, body momentum). Zero for a symplectic method.
/// Momenta should be of size 1.
template <class P>
requires requires(const P& p) { p.initial.Pi; }
double symplectic_defect(const Runner<P>& runner, const P& body, double h, double unit = unit_of_113_bits) {
  using S = typename P::Scalar;
  const auto nodes = ends(runner, body, Grid<S>::of_step(S(0), S(h), 1));
  if (nodes.status != Status::ok) return INFINITY;
  const auto moved = [&](const std::array<S, 6>& v) {
    auto at = body;
    at.initial.R = at.initial.R * exp(Vec<Body, S>{v[0], v[1], v[2]});
    for (int i = 0; i < 3; ++i) at.initial.Pi[i] += v[3 + i];
    return at;
  };
  const auto coordinates = [](const RigidState<S>& s, const RigidState<S>& of) {
    const auto turn = log(inverse(of.R) * s.R);
    const auto Pi = s.Pi - of.Pi;
    return std::array<S, 6>{turn[0], turn[1], turn[2], Pi[0], Pi[1], Pi[2]};
  };
  const auto found = derivatives_of_step<6, 6>(runner, nodes, h, unit, moved, coordinates);
  if (!found) return INFINITY;
  const auto& [J0, J1] = *found;
  Blocks<2, S> start;  // transposed
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) start.b[i / 3][j / 3](i % 3, j % 3) = J0[j][i];
  Jacobian<S> J;  // J1 J0^-1, by rows
  for (int i = 0; i < 6; ++i) {
    const auto& row = J1[i];
    const auto solved = solve_linear(start, Stages<2, Body, S>{{{{row[0], row[1], row[2]}, {row[3], row[4], row[5]}}}});
    for (int k = 0; k < 6; ++k) J[i][k] = solved[k / 3][k % 3];
  }
  return poisson_defect(J, poisson(nodes.first.Pi), poisson(nodes.last.Pi));
}

}  // namespace polhode
