// SPDX-License-Identifier: MIT
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/papers/paper.hpp"

namespace polhode::krysl2006 {

// Krysl 2006, Figure 2: convergence on a slow Lagrange top.
Experiment figure2() {
  constexpr std::int64_t steps = 12800;  // h = 1/640
  const auto ratio = [](const Data& d, Norm norm, const Methods& methods) {
    const Rank rank{d[0], steps, norm};
    return Numbers{{"ratio", rank.best(methods) / rank.best(references)}};
  };
  return {
      .title = "Slow Lagrange top: convergence of seven methods of second order",
      .panels = {convergence("I = (5, 5, 1), Omega3 = 5, tilt 0.05, t = 20",
                             {&LagrangeTopSlow::info, LagrangeTopSlow::make<double>(), references + present, 20},
                             doubled(200, 6))},
      .claims = {{"krysl2006.1.fig2", [](const Data& d) { return orders(d[0], references + present, steps); }},
                 {"krysl2006.8.Pi", [=](const Data& d) { return ratio(d, Norm::momentum, present); }},
                 {"krysl2006.8.R", [=](const Data& d) { return ratio(d, Norm::attitude, present); }},
                 {"krysl2006.8.pair-R",
                  [=](const Data& d) {
                    return ratio(d, Norm::attitude, {&Trapm::info, &Imidm::info});
                  }}},
  };
}

}  // namespace polhode::krysl2006
