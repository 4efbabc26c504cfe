// SPDX-License-Identifier: MIT
#include "core/geometry/scalar.hpp"
#include "experiments/papers/paper.hpp"
#include "experiments/papers/romero2008/romero.hpp"
#include "experiments/running/references.hpp"
#include "methods/runners.hpp"

namespace polhode::romero2008 {

namespace {

/// The order, from the last halving of the step, of the momentum of the last interval against the exact one at
/// T - share h.
Numbers interval_order(std::int64_t finest, double share) {
  using P = Director<double>;
  const auto error = [&](std::int64_t n) {
    const double step = time / static_cast<double>(n);
    const auto comparison = dumbbell_comparison({}, time - share * step);
    const auto known = cast<double>(std::get<DirectorState<float128>>(reference_of<float128>(comparison).state));
    const auto& problem = std::get<P>(comparison.problem);
    Vec<Space, double> last{};
    const Sampler<P> sampler{n, [&](const Sample<P>& s) {
                               if (s.interval)
                                 last = {s.interval->momentum[0], s.interval->momentum[1], s.interval->momentum[2]};
                             }};
    find_runner<P>(DumbbellVi::info)->run(problem, Grid<double>::of_duration(0, time, n), &sampler);
    return norm(last - problem.I * known.omega);
  };
  return {{"order", std::log2(error(finest / 2) / error(finest))}};
}

}  // namespace

// Romero 2008, Figure 6: convergence of three methods on the sphere; nodal momenta.
Experiment figure6() {
  const Methods plotted{&DumbbellVi::info, &DumbbellMidpoint::info, &DumbbellConserving::info};
  constexpr std::int64_t finest = 3200;
  const auto of_all = [=](const Data& d, Norm norm) {
    const auto found = orders(d[0], plotted, {norm}, finest);
    return Numbers{{"min", least(found)}, {"max", most(found)}};
  };
  return {
      .title = "Dumbbell: convergence of three methods",
      .panels = {Convergence{"I = 2, g = 3 e3, t = 5; momentum and director at the nodes",
                             dumbbell_comparison(plotted),
                             doubled(50, 6),
                             {Norm::spatial_momentum, Norm::director}}},
      .claims = {{"romero2008.C13.order",
                  [](const Data& d) {
                    const auto& vi = d[0].of(DumbbellVi::info);
                    return Numbers{{"d", vi.halving_order(Norm::director, finest)},
                                   {"momentum", vi.halving_order(Norm::spatial_momentum, finest)}};
                  }},
                 {"romero2008.C14.d", [=](const Data& d) { return of_all(d, Norm::director); }},
                 {"romero2008.C14.momentum-nodal", [=](const Data& d) { return of_all(d, Norm::spatial_momentum); }},
                 {"romero2008.C14.momentum-interval", [](const Data&) { return interval_order(finest, 0); }},
                 {"romero2008.C14.momentum-middle", [](const Data&) { return interval_order(finest, 0.5); }}},
  };
}

}  // namespace polhode::romero2008
