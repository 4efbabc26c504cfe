// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/problem/problem.hpp"
#include "core/problem/run.hpp"
#include "core/stepping/grid.hpp"

/// A run against the truth: the common comparison of recommendations and populations.
namespace polhode {

/// Up to this number of steps, a run is compared with the truth at the ends of all steps.
inline constexpr std::int64_t most_compared = 10000;
/// In longer runs about as many ends are compared: the first ones, in which methods with a history begin with lower
/// orders, and of the rest one half evenly, the other in proportion to the reference's own steps, which are short where
/// the motion is quick. They end at `own`, in the sense of the grid. The start is the first of the nodes.
inline std::vector<std::int64_t> compared_nodes(const Grid<double>& grid, const std::vector<double>& own,
                                                std::int64_t most = most_compared) {
  constexpr std::int64_t first = 16;
  const std::int64_t half = most / 2;
  const auto steps = grid.steps();
  std::vector<std::int64_t> nodes;
  for (std::int64_t n = 0; n <= (steps <= most ? steps : first); ++n) nodes.push_back(n);
  if (steps <= most) return nodes;
  const auto parts = static_cast<double>(own.size()) - 1;
  std::int64_t node = 0;
  for (std::int64_t k = 1; k <= half; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(half);
    nodes.push_back(std::llround(share * static_cast<double>(steps)));
    if (parts < 1) continue;
    const auto i = static_cast<std::size_t>(std::min(share * parts, parts - 1));
    const double t = own[i] + (share * parts - static_cast<double>(i)) * (own[i + 1] - own[i]);
    node = grid.first_node(t, node);
    nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// The true motion at nodes of a run.
struct Truth {
  std::vector<std::int64_t> nodes;  ///< in order
  std::vector<State<double>> states;
  std::vector<double> energies;      ///< where errors of energy are asked for, else empty
  double momentum = 0, kinetic = 0;  ///< the largest of the motion: errors are shares of them
};

/// Takes the states at the nodes of a run from at(time).
void look_up(Truth& truth, const Grid<double>& grid, const auto& at) {
  truth.states.clear();
  for (const auto n : truth.nodes) truth.states.push_back(at(grid.time(n)));
}

/// The errors of a state, or the largest along a run: attitude (2 |sin(a/2)| of an angle a; directors and
/// displacements: their distance), momentum and energy relative to the largest momentum and kinetic energy of the
/// motion. In recommendations attitudes are angles, in radians.
struct Errors {
  double attitude = 0, momentum = 0, energy = 0;
};

/// Makes `worst` the larger of both, part by part. NaN counts as infinite.
inline void include(Errors& worst, const Errors& e) {
  const auto larger = [](double a, double b) { return b <= a ? a : std::isnan(b) ? INFINITY : b; };
  worst = {larger(worst.attitude, e.attitude), larger(worst.momentum, e.momentum), larger(worst.energy, e.energy)};
}

/// What moments that change add to the kinetic energy of a state.
inline double work_of_moments(const Problem<double>& problem, double t, const State<double>& s) {
  const auto* body = problem.torqued();
  if (!body || !body->varying()) return 0;
  const auto& Pi = s.rigid()->Pi;
  return dot(body->whole(t, Pi) - Pi, body->Omega(Pi)) / 2;
}

/// The errors of a state at the node with this index, at the time t: of the momentum and the energy that belong to
/// moments that change, too.
inline Errors errors(const Problem<double>& problem, const Truth& truth, std::size_t node, double t,
                     const State<double>& s) {
  const auto d = distance(problem.whole(t, s), problem.whole(t, truth.states[node]));
  return {d.configuration, d.momentum / truth.momentum,
          truth.energies.empty()
              ? 0
              : std::abs(energy(problem, s) + work_of_moments(problem, t, s) - truth.energies[node]) / truth.kinetic};
}

/// The errors of a run, from its sampler.
struct Compared {
  const Problem<double>& problem;
  const Truth& truth;
  bool asked = true;  ///< else only nodes are told
  Errors worst{}, last{};
  std::size_t next = 0;  ///< the node that is awaited

  /// True at a node.
  bool see(const ProblemSample& s) {
    if (next == truth.nodes.size() || s.n != truth.nodes[next]) return false;
    if (asked) include(worst, last = errors(problem, truth, next, s.t, s.state));
    ++next;
    return true;
  }
};

}  // namespace polhode
