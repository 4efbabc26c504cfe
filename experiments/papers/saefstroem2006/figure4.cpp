// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"
#include "problems/heavy_top.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 4: the energy of the massive heavy top over 20000 steps.
Experiment figure4() {
  const auto panel = [](const char* title, const MethodInfo& method) {
    return Drift{title, {&HeavyTop1000::info, HeavyTop1000::make<double>(), {&method}, 20}, 20000};
  };
  const auto error = [](const Data& d, int i) { return largest(d[i].history()["energy_error"]); };
  const auto share = [](const Data& d, int i) {
    const auto& c = d[i].history();
    return drift_share(c["t"], c["energy_error"]);
  };
  return {
      .title = "Massive heavy top: energy over 20000 steps of 0.001 (H = 6e7)",
      .panels = {panel("RK4", Rk4::info), panel("MR", Mr::info), panel("SEJ", Sej::info)},
      .claims = {{"saefstroem.F4.rk4", "max_error", [=](const Data& d) { return error(d, 0); }},
                 {"saefstroem.F4.mr", "max_error", [=](const Data& d) { return error(d, 1); }},
                 {"saefstroem.F4.sej", "max_error", [=](const Data& d) { return error(d, 2); }},
                 {"saefstroem.F4.oscillates",
                  [=](const Data& d) {
                    return Numbers{{"mr", share(d, 1)}, {"sej", share(d, 2)}};
                  }},
                 {"saefstroem.F4.rank-rk4", "ratio_rk4_over_sej",
                  [=](const Data& d) { return error(d, 0) / error(d, 2); }}},
  };
}

}  // namespace polhode::saefstroem2006
