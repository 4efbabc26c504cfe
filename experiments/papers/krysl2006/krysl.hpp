// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/measuring/experiment.hpp"
#include "experiments/papers/convergence.hpp"
#include "experiments/running/measured.hpp"
#include "methods/akw.hpp"
#include "methods/bbtrap.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/swc1.hpp"
#include "methods/trap.hpp"
#include "methods/trapm.hpp"
#include "problems/krysl.hpp"
#include "problems/test_problems.hpp"

/// Common code of the papers of Krysl: candidates, norms, numbers of comparisons, and numbers of claims on methods.
namespace polhode::krysl2006 {

/// The methods of 2006, and those of the comparison.
inline const Methods present{&Trap::info, &Imid::info, &Trapm::info, &Imidm::info};
inline const Methods references{&Akw::info, &Bbtrap::info, &Swc1::info};

inline Convergence convergence(const char* title, const Comparison& comparison, std::vector<std::int64_t> ladder) {
  return {title, comparison, std::move(ladder), {Norm::momentum, Norm::attitude}};
}

/// The least and the largest order of both norms that the last halving shows.
inline Numbers orders(const PanelData& data, const Methods& methods, std::int64_t steps) {
  const auto found = polhode::orders(data, methods, {Norm::momentum, Norm::attitude}, steps);
  return {{"order_min", polhode::least(found)}, {"order_max", polhode::most(found)}};
}

// --- the Coulomb body, h = 0.5, 40000 steps -------------------------------------------------------------------------

inline constexpr std::int64_t coulomb_steps = 40000;
inline constexpr double coulomb_h = 0.5;

inline Drift coulomb(const char* title, const Methods& methods, int starts) {
  return {title,
          {&CoulombWallBody::info, CoulombWallBody::make<double>(), methods, coulomb_h * coulomb_steps},
          coulomb_steps,
          starts,
          Quantity::relative_energy_error};
}

inline double deviation(const Curve& c) {
  return largest(c["relative_energy_error"]);
}
/// The largest rotation of a step, in degrees.
inline double degrees(const Curve& c) {
  return coulomb_h * largest(c["rate"]) * 180 / M_PI;
}
/// H/H0 - 1 over the quarters of the run.
struct Quarters {
  double mean[4], largest[4];

  explicit Quarters(const Curve& c) {
    const auto& x = c["relative_energy_error"];
    for (std::size_t q = 0; q < 4; ++q) {
      const std::vector<double> part(x.begin() + q * x.size() / 4, x.begin() + (q + 1) * x.size() / 4);
      mean[q] = polhode::mean(part), largest[q] = polhode::largest(part);
    }
  }
};
/// Spread of the means over the quarters, as a share of the largest deviation: how irregular the energy is.
inline double irregularity(const Curve& c) {
  const Quarters q(c);
  const auto [low, high] = std::minmax_element(q.mean, q.mean + 4);
  return (*high - *low) / deviation(c);
}

/// One number per method, by its name, in any panel: the median over its starts.
inline Numbers medians(const Data& data, const Methods& methods, const std::function<double(const Curve&)>& number) {
  Numbers numbers;
  for (const auto* m : methods)
    for (const auto& panel : data)
      for (const auto& series : panel.series)
        if (series.method->id == m->id) numbers.emplace_back(m->id, median(over_starts(series, number)));
  return numbers;
}

// --- identities between maps, in quad -------------------------------------------------------------------------------

using Quad = Problem<float128>;

/// The problem from the end of `steps` steps of h from t0 on.
inline Quad after(const MethodInfo& m, const Quad& problem, double t0, double h, int steps = 1) {
  const auto grid = Grid<float128>::of_step(float128(t0), float128(h), steps);
  return problem.from(measured::end_of(m, problem, grid));
}
inline double difference(const Quad& a, const Quad& b) {
  return static_cast<double>(distance(a.start(), b.start()).largest());
}
inline double difference(const MethodInfo& a, const MethodInfo& b, const Quad& problem, double h) {
  return difference(after(a, problem, 0, h), after(b, problem, 0, h));
}

/// The changes by second(-h) o first(h), and the reverse.
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

/// The excursion of the energy before the charged wall: the median over the starts; methods that are not chaotic there
/// need only one.
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
