// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "experiments/papers/romero2008/romero.hpp"

namespace polhode::romero2008 {

// Romero 2008, Figure 5: the energy of the variational integrator on the sphere.
Experiment figure5() {
  return {
      .title = "Dumbbell, VI, h = 0.05: energy",
      .panels = {dumbbell_panel("energy of the steps / H(0)", Quantity::interval_energy),
                 dumbbell_panel("energy of the steps / H(0), 20000 steps", Quantity::interval_energy, long_run)},
      .claims = {{"romero2008.C15.oscillates", [](const Data& d) { return spread(d[0], "interval_energy"); }},
                 {"romero2008.C15.close",
                  [](const Data& d) {
                    double deviation = 0;
                    for (const auto& panel : d)
                      for (const double E : panel.history()["interval_energy"])
                        deviation = std::max(deviation, std::abs(E - 1));
                    return Numbers{{"max_deviation", deviation},
                                   {"mean_shift", mean_shift(d[1].history()["interval_energy"])}};
                  }}},
  };
}

}  // namespace polhode::romero2008
