// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"
#include "problems/heavy_top.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 5: the cost of accuracy on a light heavy top. The two claims compare the published
// programs' times, which cannot be had; the numbers beside them are ours. RK4 is added for scale.
Experiment figure5() {
  const auto ours = [](const Data& d) {
    const auto &mr = d[0].of(Mr::info), &sej = d[0].of(Sej::info);
    return Numbers{{"error_ratio_at_h_0.01", mr.at(100).error() / sej.at(100).error()},
                   {"time_ratio_at_error_1e-3", mr.time_to(1e-3) / sej.time_to(1e-3)}};
  };
  return {
      .title = "Light heavy top: the cost of accuracy",
      .panels = {Work{
          .title = "I = (1, 5, 6), Omega(0) = (10, 10, 10), t = 1",
          .comparison = {&HeavyTop156::info, HeavyTop156::make<double>(), {&Mr::info, &Sej::info, &Rk4::info}, 1},
          .ladder = {100, 200, 500, 1000, 2000, 5000, 10000},
          .norm = Norm::velocity_and_gravity,
          .errors = {{1e-5, 1e-2}}}},
      .claims = {{"saefstroem.F5.similar", ours}, {"saefstroem.F5.advantage", ours}},
  };
}

}  // namespace polhode::saefstroem2006
