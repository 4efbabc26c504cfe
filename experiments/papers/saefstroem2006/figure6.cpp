// SPDX-License-Identifier: MIT
#include <cmath>

#include "experiments/papers/paper.hpp"
#include "experiments/papers/saefstroem2006/light_top.hpp"
#include "methods/sej.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 6: energy and trajectory of u = R^T e3 by SEJ, at three steps.
Experiment figure6() {
  Experiment e{.title = "Light heavy top by SEJ: energy and trajectory"};
  for (int i = 0; i < 3; ++i) {
    e.panels.push_back(Drift{step_names[i], comparison({&Sej::info}), steps[i]});
    e.panels.push_back(
        Trajectory{step_names[i], comparison({&Sej::info}), steps[i], Quantity::gravity_direction, View::sphere});
  }
  e.panels.push_back(true_motion());

  e.claims = {{"saefstroem.F6c.sej-grows",
               [](const Data& d) {
                 const auto error = [&](int i) { return largest(d[2 * i].history()["energy_error"]); };
                 return Numbers{{"min_successive_ratio", std::min(error(1) / error(0), error(2) / error(1))},
                                {"h0.01", error(0)},
                                {"h0.05", error(1)},
                                {"h0.1", error(2)}};
               }},
              {"saefstroem.F6d.sej-keeps", [](const Data& d) {
                 const auto& truth = d[6].history();
                 double mean_off = 0, min_off = 0;
                 for (int i = 0; i < 3; ++i) {
                   const auto& u = d[2 * i + 1].history();
                   mean_off = std::max(mean_off, std::abs(mean_u3(u) - mean_u3(truth)));
                   min_off = std::max(min_off, std::abs(min_u3(u) - min_u3(truth)));
                 }
                 return Numbers{{"mean_u3_off", mean_off},
                                {"min_u3_off", min_off},
                                {"true_mean_u3", mean_u3(truth)},
                                {"true_min_u3", min_u3(truth)}};
               }}};
  return e;
}

}  // namespace polhode::saefstroem2006
