// SPDX-License-Identifier: MIT
#include <cmath>

#include "experiments/papers/paper.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "problems/heavy_top.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 3: the cost of accuracy on a fast and massive heavy top.
Experiment figure3() {
  const std::int64_t per_thousandth = 1000;  // h = 1e-3
  const auto ratio = [=](const Data& d) {
    return d[0].of(Mr::info).at(per_thousandth).error() / d[0].of(Sej::info).at(per_thousandth).error();
  };
  return {
      .title = "Massive heavy top: the cost of accuracy",
      .panels = {Work{.title = "I = (1000, 5000, 6000), Omega(0) = (100, 100, 100), t = 1",
                      .comparison = {&HeavyTop1000::info, HeavyTop1000::make<double>(), {&Mr::info, &Sej::info}, 1},
                      .ladder = {100, 200, 500, 1000, 2000, 5000, 10000},
                      .norm = Norm::velocity_and_gravity,
                      .errors = {{2e-4, 1e-3}}}},
      .claims = {{"saefstroem.F3.error",
                  [=](const Data& d) {
                    return Numbers{{"ratio", ratio(d)},
                                   {"mr", d[0].of(Mr::info).at(per_thousandth).error()},
                                   {"sej", d[0].of(Sej::info).at(per_thousandth).error()}};
                  }},
                 {"saefstroem.F3.time",
                  [=](const Data& d) {  // both are of order 2, so the time to an error goes with the root of the error
                    const double step = d[0].of(Sej::info).at(per_thousandth).fastest() /
                                        d[0].of(Mr::info).at(per_thousandth).fastest();
                    return Numbers{{"time_ratio", std::sqrt(ratio(d)) / step}, {"sej_step_in_mr_steps", step}};
                  }}},
  };
}

}  // namespace polhode::saefstroem2006
