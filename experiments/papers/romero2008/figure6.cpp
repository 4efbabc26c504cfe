// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "experiments/papers/romero2008/romero.hpp"

namespace polhode::romero2008 {

// Romero 2008, Figure 6: convergence of three methods on the sphere. The momentum of the variational one is that of the
// node; that of a step, the paper's (44), is drawn by itself.
Experiment figure6() {
  constexpr std::int64_t finest = 3200;
  const auto of_all = [=](const Data& d, Norm norm) {
    const auto found = orders(d[0], on_the_sphere, {norm}, finest);
    return Numbers{{"min", least(found)}, {"max", most(found)}};
  };
  const auto of_interval = [=](Norm norm) {
    return [=](const Data& d) { return Numbers{{"order", d[1].of(DumbbellVi::info).halving_order(norm, finest)}}; };
  };
  return {
      .title = "Dumbbell: convergence of three methods",
      .panels = {Convergence{"At the nodes, t = 5",
                             dumbbell_comparison(on_the_sphere),
                             doubled(50, 6),
                             {Norm::spatial_momentum, Norm::director}},
                 Convergence{"Angular momentum of the last step",
                             dumbbell_comparison({&DumbbellVi::info}),
                             doubled(50, 6),
                             {Norm::interval_momentum, Norm::middle_momentum}}},
      .claims = {{"romero2008.C13.order",
                  [](const Data& d) {
                    const auto& vi = d[0].of(DumbbellVi::info);
                    return Numbers{{"d", vi.halving_order(Norm::director, finest)},
                                   {"momentum", vi.halving_order(Norm::spatial_momentum, finest)}};
                  }},
                 {"romero2008.C14.d", [=](const Data& d) { return of_all(d, Norm::director); }},
                 {"romero2008.C14.momentum-nodal", [=](const Data& d) { return of_all(d, Norm::spatial_momentum); }},
                 {"romero2008.C14.momentum-interval", of_interval(Norm::interval_momentum)},
                 {"romero2008.C14.momentum-middle", of_interval(Norm::middle_momentum)}},
  };
}

}  // namespace polhode::romero2008
