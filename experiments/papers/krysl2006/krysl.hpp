// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/experiment.hpp"
#include "experiments/papers/convergence.hpp"
#include "methods/akw.hpp"
#include "methods/bbtrap.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/swc1.hpp"
#include "methods/trap.hpp"
#include "methods/trapm.hpp"
#include "problems/krysl.hpp"

/// What the figures of Krysl 2004 and 2006 share: the candidates, the norms, and numbers of comparisons.
namespace polhode::krysl2006 {

/// The methods of 2006, and those it compares them with.
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
/// What the quarters of the run show of H/H0 - 1.
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

/// One number per method, by its name, in whichever panel it is: the median over its starts.
inline Numbers medians(const Data& data, const Methods& methods, const std::function<double(const Curve&)>& number) {
  Numbers numbers;
  for (const auto* m : methods)
    for (const auto& panel : data)
      for (const auto& series : panel.series)
        if (series.method->id == m->id) numbers.emplace_back(m->id, median(over_starts(series, number)));
  return numbers;
}

}  // namespace polhode::krysl2006
