// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/problem/problem.hpp"
#include "core/problem/run.hpp"

/// A run against the truth: the one comparison of recommendations, populations and the atlas.
namespace polhode {

/// The true motion at nodes of a run.
struct Truth {
  std::vector<std::int64_t> nodes;  ///< in order
  std::vector<State<double>> states;
  std::vector<double> energies;      ///< where errors of energy are asked for, else empty
  double momentum = 0, kinetic = 0;  ///< the largest of the motion: errors are shares of them
};

/// By what a state is off, or the largest of that along a run: attitude (2 |sin(a/2)| of an angle a; directors and
/// displacements: their distance), momentum and energy as shares of the largest momentum and kinetic energy of the
/// motion. Of recommendations attitudes are angles, in radians.
struct Errors {
  double attitude = 0, momentum = 0, energy = 0;
};

/// Makes `worst` the larger of both, part by part. What is not a number is infinitely large.
inline void include(Errors& worst, const Errors& e) {
  const auto larger = [](double a, double b) { return b <= a ? a : std::isnan(b) ? INFINITY : b; };
  worst = {larger(worst.attitude, e.attitude), larger(worst.momentum, e.momentum), larger(worst.energy, e.energy)};
}

/// The errors of a state at the node with this index.
inline Errors errors(const Problem<double>& problem, const Truth& truth, std::size_t node, const State<double>& s) {
  const auto d = distance(s, truth.states[node]);
  return {d.configuration, d.momentum / truth.momentum,
          truth.energies.empty() ? 0 : std::abs(energy(problem, s) - truth.energies[node]) / truth.kinetic};
}

/// The errors of a run, as its sampler shows it.
struct Compared {
  const Problem<double>& problem;
  const Truth& truth;
  bool asked = true;  ///< else only nodes are told
  Errors worst{}, last{};
  std::size_t next = 0;  ///< the node that is awaited

  /// True at a node.
  bool see(const ProblemSample& s) {
    if (next == truth.nodes.size() || s.n != truth.nodes[next]) return false;
    if (asked) include(worst, last = errors(problem, truth, next, s.state));
    ++next;
    return true;
  }
};

}  // namespace polhode
