// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem/run.hpp"

/// Quantities of a run at its nodes.
namespace polhode {

/// Quantities that a history records at every step.
enum class Quantity {
  energy_error,            ///< H - H0
  relative_energy_error,   ///< H/H0 - 1, and the angular velocity's length
  angular_velocity,        ///< of the body; in space for directors
  gravity_direction,       ///< R^T e3
  body_momentum,           ///< Pi
  momentum_norm,           ///< |Pi|, relative to its value at the problem's start
  interval_momentum,       ///< of staggered methods, at the middle of the step, as those below
  interval_momentum_norm,  ///< as a share of |Pi| of the problem's start
  interval_energy,         ///< as a share of the energy of the problem's start
  difference_momentum,     ///< of a director: third component of I d_m x (d_{n+1} - d_n) / h, d_m the mean
  average_momentum,        ///< third component of I L_{1/2} (Omega_n + Omega_{n+1}) / 2, L the frame carried along
  written_momentum         ///< third component of I L_{1/2} Omega_{n+1}
};

/// A node of a run for histories, with the previous node and the energy of the first.
struct Node {
  const Problem<double>& problem;
  const ProblemSample& now;
  const std::optional<ProblemSample>& before;
  double H0;

  double energy() const { return polhode::energy(problem, now.state); }
  double start_energy() const { return polhode::energy(problem, problem.start()); }
};

/// A row of a history: the time and the quantities. Empty while they are not defined yet.
using Row = std::vector<double>;
Row observe(Quantity quantity, const Node& node);

/// Spaces for which a quantity is defined.
enum SpacesFor { for_bodies = 1, for_directors = 2, for_particles = 4 };

/// A quantity in words: its key in files, its columns beside the time, and its spaces.
struct QuantityInfo {
  std::string_view key;
  std::vector<std::string> columns;
  int of;  ///< sum of SpacesFor
};
const std::vector<QuantityInfo>& quantities();  ///< in the order of Quantity
const QuantityInfo& info(Quantity quantity);

/// The names of the columns of its rows, t first.
std::vector<std::string> columns(Quantity quantity);

}  // namespace polhode
