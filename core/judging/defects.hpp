// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"
#include "core/stepping/stages.hpp"

/// Defects: how far a method misses a property of the motion.
namespace polhode {

/// A property holds if the defect is below `kept`, the level of rounding, and fails if it is above `lost`, which
/// rounding does not reach. Between them it is undecided. An infinite defect means that a step failed.
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

/// The larger of two defects; NaN counts as infinite.
inline double larger_defect(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? INFINITY : a < b ? b : a;
}

/// The states at the first and at the last node of a run, and how it ended. Properties of steps are measured from the
/// first node, not from the initial state, which a method's start may alter: they belong to the map of what the method
/// carries from step to step.
auto ends(const auto& runner, const auto& problem, const auto& grid) {
  using P = std::remove_cvref_t<decltype(problem)>;
  struct {
    typename P::State first, last;
    Status status;
  } nodes{problem.initial, problem.initial, Status::ok};
  const Sampler<P> sampler{grid.steps(), [&](const Sample<P>& s) {
                             if (s.n == 0) nodes.first = s.state;
                           }};
  const auto run = runner.run(problem, grid, &sampler);
  nodes.last = run.state, nodes.status = run.status;
  return nodes;
}

/// Largest change of a state after one step h and one step -h of the same run. Infinite, like every defect here, if a
/// step fails.
double symmetry_defect(const auto& runner, const auto& problem, const auto& h) {
  using T = std::remove_cvref_t<decltype(h)>;
  const auto [start, back, status] = ends(runner, problem, Grid<T>::of_cycle(T(0), {h, -h}, 2));
  return status == Status::ok ? scalar_cast<double>(distance(back, start).largest()) : INFINITY;
}

/// How much a method's start alters the user's state before the first step of h: a run forwards and back returns to the
/// altered state.
double start_defect(const auto& runner, const auto& problem, const auto& h) {
  using T = std::remove_cvref_t<decltype(h)>;
  const auto nodes = ends(runner, problem, Grid<T>::of_step(T(0), h, 1));
  return scalar_cast<double>(distance(nodes.first, problem.initial).largest());
}

// --- symplecticity: the derivative of a step by differences ---------------------------------------------------------

/// The step of sixth-order differences with the least error, in numbers of rounding unit `unit`.
inline double step_of_differences(double unit) {
  return std::pow(unit, 1.0 / 7);
}
/// Differences resolve no defect below `kept`.
inline Threshold symplectic_by_differences(double unit) {
  const double floor = 50 * std::pow(unit, 6.0 / 7);
  return {floor, 10 * floor};
}
inline constexpr Threshold symplectic_in_113_bits{1e-25, 1e-24};

/// The derivatives, in this number of directions, of six coordinates at the first and at the last node of a step h: two
/// lists with a row for each direction. moved(v) is the problem whose start is moved by v; coordinates(state, of) are
/// numbers whose value at the state `of` is arbitrary. Central differences of sixth order; nullopt if a step fails.
auto derivatives_of_step(const auto& runner, const auto& nodes, double h, double unit, int directions,
                         const auto& moved, const auto& coordinates) {
  using Six = decltype(coordinates(nodes.first, nodes.first));
  using S = typename Six::value_type;
  constexpr std::array<double, 3> weights{45, -9, 1};
  const double by = step_of_differences(unit);
  std::optional<std::array<std::vector<Six>, 2>> J(std::in_place);
  for (auto& rows : *J) rows.resize(static_cast<std::size_t>(directions), Six{});
  for (int j = 0; j < directions; ++j)
    for (int k = -3; k <= 3; ++k) {
      if (k == 0) continue;
      Six v{};
      v[j] = S(k * by);
      const auto [first, last, status] = ends(runner, moved(v), Grid<S>::of_step(S(0), S(h), 1));
      if (status != Status::ok) return decltype(J)();
      const S weight = S(k < 0 ? -weights[-k - 1] : weights[k - 1]) / (S(60) * S(by));
      const auto x = coordinates(first, nodes.first), y = coordinates(last, nodes.last);
      for (int i = 0; i < 6; ++i) (*J)[0][j][i] += weight * x[i], (*J)[1][j][i] += weight * y[i];
    }
  return J;
}

/// The change of the form dp ^ du of three pairs of coordinates, on all pairs of directions: coordinates are u, then p.
double canonical_defect(const auto& before, const auto& after) {
  using std::abs;
  using S = std::remove_cvref_t<decltype(before[0][0])>;
  const auto form = [](const auto& J, std::size_t i, std::size_t j) {
    S sum(0);
    for (int k = 0; k < 3; ++k) sum += J[i][k] * J[j][3 + k] - J[j][k] * J[i][3 + k];
    return sum;
  };
  S worst(0);
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t j = 0; j < before.size(); ++j) {
      const S x = S(abs(S(form(after, i, j) - form(before, i, j))));
      if (!(x <= worst)) worst = x;  // NaN counts, too
    }
  return scalar_cast<double>(worst);
}

/// The change of a director's canonical form, dp ^ dd with p = I omega x d, in one step h; zero for a symplectic
/// method.
double director_defect(const auto& runner, const auto& problem, double h, double unit) {
  using S = std::remove_cvref_t<decltype(problem.I)>;
  const auto nodes = ends(runner, problem, Grid<S>::of_step(S(0), S(h), 1));
  if (nodes.status != Status::ok) return INFINITY;
  const auto momentum = [&](const DirectorState<S>& s) { return problem.I * cross(s.omega, s.d); };
  const auto& d = problem.initial.d;
  const auto e1 = cross(d, axis<Space, S>(0)), e2 = cross(d, e1), p = momentum(problem.initial);
  const auto moved = [&](const std::array<S, 6>& v) {
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
  const auto J = derivatives_of_step(runner, nodes, h, unit, 4, moved, coordinates);
  return J ? canonical_defect((*J)[0], (*J)[1]) : INFINITY;
}

/// The change of the form dp ^ du of particles in one step h.
double particles_defect(const auto& runner, const auto& problem, double h, double unit) {
  using S = std::remove_cvref_t<decltype(problem.initial.u[0])>;
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
  const auto J = derivatives_of_step(runner, nodes, h, unit, 6, moved, coordinates);
  return J ? canonical_defect((*J)[0], (*J)[1]) : INFINITY;
}

/// The canonical Poisson matrix [[0, 1], [-1, hat Pi]] of (attitude, momentum) in the body's trivialisation.
auto poisson(const auto& Pi) {
  using S = std::remove_cvref_t<decltype(Pi[0])>;
  std::array<std::array<S, 6>, 6> B{};
  const auto H = hat(Pi);
  for (int i = 0; i < 3; ++i) {
    B[i][3 + i] = S(1), B[3 + i][i] = S(-1);
    for (int j = 0; j < 3; ++j) B[3 + i][3 + j] = H(i, j);
  }
  return B;
}

/// Largest entry of J B J^T - B'.
double poisson_defect(const auto& J, const auto& before, const auto& after) {
  using std::abs;
  using S = std::remove_cvref_t<decltype(J[0][0])>;
  S worst(0);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      S sum = -after[i][j];
      for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 6; ++l) sum += J[i][k] * before[k][l] * J[j][l];
      const S x = S(abs(sum));
      if (!(x <= worst)) worst = x;  // NaN counts, too
    }
  return scalar_cast<double>(worst);
}

/// The Poisson defect of one step h, its derivative in (body variation, body momentum). Zero for a symplectic method.
/// Momenta should be of size 1.
double body_defect(const auto& runner, const auto& body, double h, double unit) {
  using S = std::remove_cvref_t<decltype(body.initial.Pi[0])>;
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
  const auto found = derivatives_of_step(runner, nodes, h, unit, 6, moved, coordinates);
  if (!found) return INFINITY;
  const auto &J0 = (*found)[0], &J1 = (*found)[1];
  Blocks<2, S> start;  // transposed
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) start.b[i / 3][j / 3](i % 3, j % 3) = J0[i][j];
  std::array<std::array<S, 6>, 6> J;  // J1 J0^-1, by rows
  for (int i = 0; i < 6; ++i) {
    const auto row = [&](int j) { return J1[j][i]; };
    const auto solved = solve_linear(start, Stages<2, Body, S>{{{{row(0), row(1), row(2)}, {row(3), row(4), row(5)}}}});
    for (int k = 0; k < 6; ++k) J[i][k] = solved[k / 3][k % 3];
  }
  return poisson_defect(J, poisson(nodes.first.Pi), poisson(nodes.last.Pi));
}

/// The symplectic defect of a step in its space, in numbers of this rounding unit.
double symplectic_defect(const auto& runner, const auto& problem, double h, double unit = 0x1p-113) {
  if constexpr (requires { problem.initial.Pi; })
    return body_defect(runner, problem, h, unit);
  else if constexpr (requires { problem.initial.d; })
    return director_defect(runner, problem, h, unit);
  else
    return particles_defect(runner, problem, h, unit);
}

}  // namespace polhode
