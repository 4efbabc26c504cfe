// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/stepping/integrate.hpp"
#include "core/problem/run.hpp"

/// What is seen of a run at its nodes.
namespace polhode {

/// What a history records at every step.
enum class Quantity {
  energy_error,            ///< H - H0
  relative_energy_error,   ///< H/H0 - 1, and the angular velocity's length
  angular_velocity,        ///< of the body; in space for directors
  gravity_direction,       ///< R^T e3
  body_momentum,           ///< Pi
  momentum_norm,           ///< |Pi|, as a share of that of the problem's start
  interval_momentum,       ///< of staggered methods, at the middle of the step, as those below
  interval_momentum_norm,  ///< as a share of |Pi| of the problem's start
  interval_energy,         ///< as a share of the energy of the problem's start
  difference_momentum,     ///< of a director: third component of I d_m x (d_{n+1} - d_n) / h, d_m the mean
  average_momentum,        ///< third component of I L_{1/2} (Omega_n + Omega_{n+1}) / 2, L the frame carried along
  written_momentum         ///< third component of I L_{1/2} Omega_{n+1}
};

/// A node of a run as a history sees it: with the one before, and the energy of the first.
struct Node {
  const Problem<double>& problem;
  const ProblemSample& now;
  const std::optional<ProblemSample>& before;
  double H0;

  double energy() const { return polhode::energy(problem, now.state); }
  double start_energy() const { return polhode::energy(problem, problem.start()); }
};

/// A row of a history: the instant and what is seen of it. Empty where there is nothing to see yet.
using Row = std::vector<double>;
Row row(double t, const auto& v) {
  return {t, v[0], v[1], v[2]};
}

namespace detail {

inline Row observe(Quantity quantity, const Node& node, const RigidBody<double>& body) {
  const auto& [Pi, R] = *node.now.state.rigid();
  const auto& start = body.initial;
  const double t = node.now.t;
  const auto& interval = node.now.interval;
  switch (quantity) {
    case Quantity::energy_error:
      return {t, node.energy() - node.H0};
    case Quantity::relative_energy_error:
      return {t, node.energy() / node.H0 - 1, norm(body.Omega(Pi))};
    case Quantity::angular_velocity:
      return row(t, body.Omega(Pi));
    case Quantity::gravity_direction:
      return row(t, inverse(R) * axis<Space, double>(2));
    case Quantity::body_momentum:
      return row(t, Pi);
    case Quantity::momentum_norm:
      return {t, norm(Pi) / norm(start.Pi)};
    default:
      break;
  }
  if (!interval) return {};
  const Vec<Body, double> p{interval->momentum[0], interval->momentum[1], interval->momentum[2]};
  switch (quantity) {
    case Quantity::interval_momentum:
      return row(interval->t, p);
    case Quantity::interval_momentum_norm:
      return {interval->t, norm(p) / norm(start.Pi)};
    case Quantity::interval_energy:
      return {interval->t, interval->energy / node.start_energy()};
    default:
      return {};
  }
}

inline Row observe(Quantity quantity, const Node& node, const Director<double>& director) {
  const auto& [d, omega] = std::get<DirectorState<double>>(node.now.state);
  const double t = node.now.t, I = director.I;
  switch (quantity) {
    case Quantity::energy_error:
      return {t, node.energy() - node.H0};
    case Quantity::relative_energy_error:
      return {t, node.energy() / node.H0 - 1, norm(omega)};
    case Quantity::angular_velocity:
      return row(t, omega);
    default:
      break;
  }
  const auto velocity = [&](const Interval<double>& i) {
    return (1 / I) * Vec<Space, double>{i.momentum[0], i.momentum[1], i.momentum[2]};
  };
  const auto& interval = node.now.interval;
  if (!interval || !node.before) return {};
  const auto w = velocity(*interval);
  const double h = t - node.before->t;
  const auto half_turn = exp((h / 2) * w);
  const auto& d0 = std::get<DirectorState<double>>(node.before->state).d;
  switch (quantity) {
    case Quantity::interval_momentum:
      return row(interval->t, I * w);
    case Quantity::interval_energy:
      return {interval->t, interval->energy / node.start_energy()};
    case Quantity::difference_momentum:
      return {interval->t, I / (2 * h) * cross(d0 + d, d - d0)[2]};
    case Quantity::average_momentum:  // L_n turns with the step: L_n Omega_n = w_n, L_{1/2} = turned by h w / 2
      if (!node.before->interval) return {};
      return {interval->t, I / 2 * (w + half_turn * velocity(*node.before->interval))[2]};
    case Quantity::written_momentum:
      return {interval->t, I * (half_turn * w)[2]};
    default:
      return {};
  }
}

inline Row observe(Quantity quantity, const Node& node, const Particles<double>& particles) {
  if (quantity == Quantity::energy_error) return {node.now.t, node.energy() - node.H0};
  const auto v = particles.velocity(std::get<ParticleState<double>>(node.now.state).p);
  if (quantity == Quantity::relative_energy_error) return {node.now.t, node.energy() / node.H0 - 1, norm(v)};
  return row(node.now.t, v);
}

}  // namespace detail

inline Row observe(Quantity quantity, const Node& node) {
  return node.problem.as([&](const auto& p) { return detail::observe(quantity, node, p); });
}

/// The names of the columns of its rows.
inline std::vector<std::string> columns(Quantity quantity) {
  switch (quantity) {
    case Quantity::energy_error:
      return {"t", "energy_error"};
    case Quantity::relative_energy_error:
      return {"t", "relative_energy_error", "rate"};
    case Quantity::angular_velocity:
      return {"t", "Omega1", "Omega2", "Omega3"};
    case Quantity::gravity_direction:
      return {"t", "u1", "u2", "u3"};
    case Quantity::body_momentum:
      return {"t", "Pi1", "Pi2", "Pi3"};
    case Quantity::momentum_norm:
      return {"t", "momentum_norm"};
    case Quantity::interval_momentum:
      return {"t", "p1", "p2", "p3"};
    case Quantity::interval_momentum_norm:
      return {"t", "interval_momentum_norm"};
    case Quantity::interval_energy:
      return {"t", "interval_energy"};
    case Quantity::difference_momentum:
      return {"t", "difference3"};
    case Quantity::average_momentum:
      return {"t", "average3"};
    case Quantity::written_momentum:
      return {"t", "written3"};
  }
  return {};
}

}  // namespace polhode
