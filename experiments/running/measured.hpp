// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "core/geometry/scalar.hpp"
#include "core/judging/defects.hpp"
#include "methods/runners.hpp"

/// Measured properties of methods, for the claims on properties and `polhode check`.
namespace polhode::measured {

/// The state at the end of a run.
template <class P>
auto end_of(const MethodInfo& method, const P& problem, const Grid<typename P::Scalar>& grid) {
  return find_runner<P>(method)->run(problem, grid, nullptr).state;
}

/// The change of a state by one step forward and one back, in 113 bits.
inline double symmetry(const MethodInfo& method, const Problem<float128>& problem, const float128& h) {
  if (problem.has_momentum_torques()) return INFINITY;
  return problem.as([&]<class P>(const P& p) { return symmetry_defect(*find_runner<P>(method), p, h); });
}

/// The symplectic defect of one step, in 113 bits.
inline double symplecticity(const MethodInfo& method, const Problem<float128>& problem, double h) {
  if (problem.has_momentum_torques()) return INFINITY;
  return problem.as([&]<class P>(const P& p) { return symplectic_defect(*find_runner<P>(method), p, h); });
}

/// The power of h of a small quantity, from its values for h and h/2.
inline double power_of_h(const std::function<double(double)>& number, double h) {
  return std::log2(number(h) / number(h / 2));
}

/// Relative changes of quantities that a body may conserve, at every node of a run, and how the run ended.
struct Invariants {
  std::vector<double> momentum;  ///< |pi - pi0| / |pi0|
  std::vector<double> vertical;  ///< the same, of the component along e3 or a director's field
  std::vector<double> energy;    ///< |H/H0 - 1|
  Status status = Status::ok;
};

inline Invariants invariants(const MethodInfo& method, const Problem<double>& body, double h, std::int64_t steps) {
  Invariants found;
  Vec<Space, double> pi0{};
  double H0 = 0;
  const auto up = vertical(body);
  const ProblemSampler sampler{1, [&](const ProblemSample& s) {
                                 const auto pi = spatial_momentum(body, s.state);
                                 const double H = energy(body, s.state);
                                 if (s.n == 0) pi0 = pi, H0 = H;
                                 found.momentum.push_back(norm(pi - pi0) / norm(pi0));
                                 found.vertical.push_back(std::abs(dot(pi - pi0, up)) / norm(pi0));
                                 found.energy.push_back(std::abs(H / H0 - 1));
                               }};
  found.status = find_runner<Problem<double>>(method)->run(body, Grid<double>::of_step(0, h, steps), &sampler).status;
  return found;
}

// --- what should not matter ----------------------------------------------------------------------------------------

/// An attitude that turns space.
inline Rotation<Space, Space, double> any_turn() {
  return exp(Vec<Space, double>{0.3, 1.1, -0.8});
}

/// The distance of two states, both parts relative to the second one's; zero if no bit differs, or both are at rest.
inline double deviation(const State<double>& a, const State<double>& b) {
  if (same(a, b)) return 0;
  const auto difference = distance(a, b), of = size(b);
  return difference.momentum == 0 ? difference.configuration / of.configuration : difference.relative_to(of).sum();
}

}  // namespace polhode::measured
