// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "experiments/papers/romero2008/romero.hpp"

namespace polhode::romero2008 {

// Romero 2008, Figure 3: convergence of four methods on a free body, and of the midpoint rule with the exponential.
Experiment figure3() {
  constexpr std::int64_t finest = 6400, ranked = 1600;
  const auto rank = [](const Data& d, Norm norm, const MethodInfo& first, const Methods& others) {
    const Rank e{d[0], ranked, norm};
    return Numbers{{"ratio", e(first) / e.best(others)}};
  };
  return {
      .title = "Free body: convergence of the variational integrator and others",
      .panels = {Convergence{"I = (9, 4, 1), Omega(0) = (3, 0, 12), t = 5",
                             body_comparison(plotted + Methods{&MidpointExp::info}),
                             doubled(50, 7),
                             {Norm::momentum, Norm::rotation_vector}}},
      .claims = {{"romero2008.C2.order",
                  [](const Data& d) {
                    const auto& vi = d[0].of(Vi::info);
                    return Numbers{{"Pi", vi.halving_order(Norm::momentum, finest)},
                                   {"rotation", vi.halving_order(Norm::rotation_vector, finest)}};
                  }},
                 {"romero2008.C6.order",
                  [=](const Data& d) {
                    const auto found = orders(d[0], plotted, {Norm::momentum, Norm::rotation_vector}, finest);
                    return Numbers{{"min", least(found)}, {"max", most(found)}};
                  }},
                 {"romero2008.C7.midpoint",
                  [=](const Data& d) {
                    return rank(d, Norm::momentum, Akw::info, {&Swc1::info, &Vi::info, &Imidm::info});
                  }},
                 {"romero2008.C8.cay",
                  [=](const Data& d) {
                    return rank(d, Norm::rotation_vector, Swc1::info, {&Akw::info, &Vi::info, &Imidm::info});
                  }},
                 {"romero2008.C8.exp",
                  [=](const Data& d) {
                    return rank(d, Norm::rotation_vector, Swc1::info, {&MidpointExp::info, &Vi::info, &Imidm::info});
                  }}},
  };
}

}  // namespace polhode::romero2008
