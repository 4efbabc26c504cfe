// SPDX-License-Identifier: MIT
#include <cmath>

#include "experiments/papers/paper.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "problems/heavy_top.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 8: the mean energy error while the body gains weight and the torque loses its say.
Experiment figure8() {
  std::vector<double> alphas;
  std::vector<Comparison> bodies;
  for (int i = 0; i <= 25; ++i) {
    alphas.push_back(std::pow(10.0, i / 5.0));
    bodies.push_back({&HeavyTopAlpha::info, HeavyTopAlpha::make<double>(alphas.back()), {&Mr::info, &Sej::info}, 10});
  }
  const auto ratio = [](const Data& d, bool last) {
    const auto value = [&](const MethodInfo& m) {
      const auto& e = d[0].of(m).histories[0]["mean_energy_error"];
      return last ? e.back() : e.front();
    };
    return value(Mr::info) / value(Sej::info);
  };
  return {
      .title = "Heavy top: energy error against the size of the inertia",
      .panels = {Sweep{.title = "I = alpha (1, 2, 3), Omega(0) = (1, 2, 3), h = 0.01, t in [0, 10]",
                       .parameter = "alpha",
                       .values = alphas,
                       .comparisons = bodies,
                       .steps = 1000}},
      .claims = {{"saefstroem.F8.large",
                  [=](const Data& d) {
                    return Numbers{{"ratio_1e5", ratio(d, true)}, {"ratio_1", ratio(d, false)}};
                  }}},
  };
}

}  // namespace polhode::saefstroem2006
