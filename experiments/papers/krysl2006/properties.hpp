// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/running/measured.hpp"
#include "problems/test_problems.hpp"

/// What the claims of Krysl 2006 and 2004 ask of methods.
namespace polhode::krysl2006 {

// --- identities between maps, in quad -------------------------------------------------------------------------------

using Quad = Problem<float128>;

/// The problem from the end of `steps` steps of h from t0 on.
inline Quad after(const MethodInfo& m, const Quad& problem, double t0, double h, int steps = 1) {
  const auto grid = Grid<float128>::of_step(float128(t0), float128(h), steps);
  return problem.from(measured::end_of(m)(problem, grid));
}
inline double difference(const Quad& a, const Quad& b) {
  return static_cast<double>(distance(a.start(), b.start()).largest());
}
inline double difference(const MethodInfo& a, const MethodInfo& b, const Quad& problem, double h) {
  return difference(after(a, problem, 0, h), after(b, problem, 0, h));
}

/// What second(-h) o first(h), and the reverse, change.
inline double adjoint_defect(const MethodInfo& first, const MethodInfo& second) {
  const auto body = test_problem::forced<float128>();
  const double h = 0.07, t0 = 0.3;
  const auto there_and_back = [&](const MethodInfo& a, const MethodInfo& b) {
    return difference(after(b, after(a, body, t0, h), t0 + h, -h), body);
  };
  return std::max(there_and_back(first, second), there_and_back(second, first));
}

// --- invariants -----------------------------------------------------------------------------------------------------

inline measured::Invariants free_run(const MethodInfo& m, double h = 0.5, std::int64_t steps = 4000) {
  return measured::invariants(m, FreeKrysl::make<double>(), h, steps);
}
inline double momentum_error(const MethodInfo& m) {
  return largest(free_run(m).momentum);
}
inline measured::Invariants top_run(const MethodInfo& m) {
  return measured::invariants(m, LagrangeTopSlow::make<double>(), 0.02, 5000);
}

// --- symplecticity and order ----------------------------------------------------------------------------------------

inline Numbers symplecticity_of(const Methods& methods, double h) {
  using T = float128;
  const auto body = FreeKrysl::make<T>();
  double worst = 0, power = 0;
  for (const auto* m : methods) {
    const auto defect = [&](double step) { return measured::symplecticity(*m, body, step); };
    if (const double found = defect(h); found > worst) worst = found, power = measured::power_of_h(defect, h);
  }
  return {{"defect", worst}, {"power_of_h", power}};
}

/// How far the energy strays before the charged wall: the median over the starts, of which methods that are not chaotic
/// there need one.
inline double before_the_wall(const MethodInfo& m, int starts = ensemble_size) {
  const auto panel = coulomb("", {}, starts);
  std::vector<double> found;
  for (int j = 0; j < panel.starts; ++j)
    found.push_back(deviation(comparison_runner().history(panel.comparison, m, panel.steps, panel.quantity, j).curve));
  return median(found);
}

inline const Comparison& free_comparison() {
  static const Comparison comparison{&FreeKrysl::info, FreeKrysl::make<double>(), {}, 100};
  return comparison;
}
inline constexpr std::int64_t free_steps = 12800;  // h = 1/128

}  // namespace polhode::krysl2006
