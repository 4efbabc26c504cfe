// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "experiments/papers/romero2008/romero.hpp"

namespace polhode::romero2008 {

// Romero 2008, Figure 2: what the variational integrator conserves on a free body.
Experiment figure2() {
  return {
      .title = "Free body, VI, h = 0.05: norms of the discrete momenta, energy",
      .panels = {body_panel("|I Omega| / |Pi(0)|, at the middle of the steps", Quantity::interval_momentum_norm),
                 body_panel("|Pi| / |Pi(0)|, at the nodes", Quantity::momentum_norm),
                 body_panel("energy of the steps / H(0)", Quantity::interval_energy),
                 body_panel("energy of the steps / H(0), 20000 steps", Quantity::interval_energy, long_run)},
      .claims = {{"romero2008.C3.norm", [](const Data& d) { return spread(d[1], "momentum_norm"); }},
                 {"romero2008.C4.oscillates", [](const Data& d) { return spread(d[0], "interval_momentum_norm"); }},
                 {"romero2008.C5.fluctuates", "mean_shift",
                  [](const Data& d) { return mean_shift(d[3].history()["interval_energy"]); }},
                 {"romero2008.C5.close", "offset",
                  [](const Data& d) { return std::abs(mean(d[2].history()["interval_energy"]) - 1); }}},
  };
}

}  // namespace polhode::romero2008
