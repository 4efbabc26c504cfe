// SPDX-License-Identifier: MIT
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/papers/paper.hpp"
#include "methods/bbtrapwd.hpp"

namespace polhode::krysl2006 {

// Krysl 2006, Figure 3: convergence on a fast Lagrange top, with BBTRAPWD, on which a claim of the text turns.
Experiment figure3() {
  constexpr std::int64_t steps = 32000;  // h = 1/1600
  const auto gap = [](const Data& d, Norm norm) {
    const Rank rank{d[0], steps, norm};
    const double pair = rank.worst({&Trapm::info, &Imidm::info});
    return Numbers{{"ratio", rank.best(references + Methods{&Trap::info, &Imid::info}) / pair}};
  };
  const auto to_imidm = [](const Data& d, const Methods& methods) {
    const Rank rank{d[0], steps, Norm::momentum};
    return Numbers{{"ratio", rank.best(methods) / rank(Imidm::info)}};
  };
  return {
      .title = "Fast Lagrange top: convergence of eight methods of second order",
      .panels = {convergence("I = (5, 5, 1), Omega3 = 50, tilt 0.3, t = 20 (assumed)",
                             {&LagrangeTopFast::info, LagrangeTopFast::make<double>(),
                              references + present + Methods{&Bbtrapwd::info}, 20},
                             doubled(1000, 5))},
      .claims = {{"krysl2006.1.fig3", [](const Data& d) { return orders(d[0], references + present, steps); }},
                 {"krysl2006.9.Pi", [=](const Data& d) { return gap(d, Norm::momentum); }},
                 {"krysl2006.9.R", [=](const Data& d) { return gap(d, Norm::attitude); }},
                 {"krysl2006.10.sufficient",
                  [=](const Data& d) {
                    return to_imidm(d, {&Swc1::info, &Bbtrap::info});
                  }},
                 {"krysl2006.10.necessary", [=](const Data& d) { return to_imidm(d, {&Bbtrapwd::info}); }}},
  };
}

}  // namespace polhode::krysl2006
