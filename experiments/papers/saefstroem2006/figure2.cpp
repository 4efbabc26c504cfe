// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "methods/exact.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"
#include "problems/free_saefstroem_2.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 2: which methods keep the energy of a free body over 1000 large steps?
Experiment figure2() {
  const auto comparison = [](const MethodInfo& method) {
    return Comparison{&FreeSaefstroem2::info, FreeSaefstroem2::make<double>(), {&method}, 400};
  };
  const auto energy_error = [](const Data& d, int panel) { return d[panel].history(); };
  const auto share = [=](const Data& d, int panel) {
    const auto c = energy_error(d, panel);
    return drift_share(c["t"], c["energy_error"]);
  };
  const auto size = [=](const Data& d, int panel) { return largest(energy_error(d, panel)["energy_error"]); };
  return {
      .title = "Free body: energy over 1000 steps of 0.4",
      .panels = {Drift{.title = "RK4", .comparison = comparison(Rk4::info), .steps = 1000},
                 Drift{.title = "MR", .comparison = comparison(Mr::info), .steps = 1000},
                 Drift{.title = "elliptic functions", .comparison = comparison(Exact::info), .steps = 1000},
                 Trajectory{.title = "the motion, by elliptic functions",
                            .comparison = comparison(Exact::info),
                            .steps = 1000,
                            .quantity = Quantity::angular_velocity}},
      .claims = {{"saefstroem.F2a.drift",
                  [=](const Data& d) {
                    return Numbers{{"drift_share", share(d, 0)}, {"max_energy_error", size(d, 0)}};
                  }},
                 {"saefstroem.F2b.oscillates", "drift_share", [=](const Data& d) { return share(d, 1); }},
                 {"saefstroem.F2b.amplitude", "amplitude", [=](const Data& d) { return size(d, 1); }},
                 {"saefstroem.F2c.magnitude", "max_energy_error", [=](const Data& d) { return size(d, 2); }}},
  };
}

}  // namespace polhode::saefstroem2006
