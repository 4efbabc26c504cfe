// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "experiments/papers/romero2008/romero.hpp"

namespace polhode::romero2008 {

// Romero 2008, Figure 4: discrete momenta of the variational integrator on the sphere. By (48) as it is written the
// paper's second, "standard" momentum does not oscillate as its figure does: the two readings that do are drawn, too.
Experiment figure4() {
  return {
      .title = "Dumbbell, VI, h = 0.05: discrete and standard momenta",
      .panels = {dumbbell_panel("I w, at the middle of the steps", Quantity::interval_momentum),
                 dumbbell_panel("third component by differences, I dₘ × (dₙ₊₁ − dₙ) / h",
                                Quantity::difference_momentum),
                 dumbbell_panel("third component by averages, I L½ (Ωₙ + Ωₙ₊₁) / 2", Quantity::average_momentum),
                 dumbbell_panel("third component as written, I L½ Ωₙ₊₁", Quantity::written_momentum)},
      .claims = {{"romero2008.C12.discrete", [](const Data& d) { return spread(d[0], "p3"); }},
                 {"romero2008.C12.standard-as-written", [](const Data& d) { return spread(d[3], "written3"); }},
                 {"romero2008.C12.standard-difference", [](const Data& d) { return spread(d[1], "difference3"); }},
                 {"romero2008.C12.standard-average", [](const Data& d) { return spread(d[2], "average3"); }}},
  };
}

}  // namespace polhode::romero2008
